// Every page for signing in, and the account.
import type { LaterRoutes } from '../../server/later-routes.ts'
import { serveAccount } from './account.ts'
import { serveAccountPasskeys } from './account-passkeys.ts'
import { serveAccountSettings } from './account-settings.ts'
import { serveCompany } from './company.ts'
import { serveConfirmation } from './confirmation.ts'
import { serveConsole } from './console-page.ts'
import { type SignInOptions, signInOf } from './context.ts'
import { serveEmailChange } from './email.ts'
import { serveJoining } from './join.ts'
import { serveLinks } from './links.ts'
import { serveMailLinks } from './mail.ts'
import { serveNotifications } from './notifications.ts'
import { serveOidc } from './oidc.ts'
import { servePasskey } from './passkey.ts'
import { servePassword } from './password.ts'
import { serveSaml } from './saml.ts'
import { serveSecondStep } from './second-step.ts'
import { serveSetup } from './setup.ts'

/** `script`: where the script for passkeys is. */
export const addPages =
  (options: SignInOptions, script: string) =>
  (http: LaterRoutes): void => {
    const signIn = signInOf(options, script)
    servePassword(http, signIn)
    serveMailLinks(http, signIn)
    servePasskey(http, signIn)
    serveSecondStep(http, signIn)
    serveAccountPasskeys(http, signIn)
    serveLinks(http, signIn)
    serveEmailChange(http, signIn)
    serveAccountSettings(http, signIn)
    serveSetup(http, signIn)
    serveConfirmation(http, signIn)
    serveCompany(http, signIn)
    serveJoining(http, signIn)
    serveSaml(http, signIn)
    serveOidc(http, signIn)
    serveAccount(http, signIn)
    serveNotifications(http, signIn)
    serveConsole(http, signIn)
  }
