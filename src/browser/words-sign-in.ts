// The words of single sign-on and provisioning. What identity providers call things is in their own words.
export const signInWords = {
  providers: 'Identity providers',
  providersLead: 'People sign in with the account that they have there. New people become members by themselves.',
  protocols: { saml: 'SAML 2.0', oidc: 'OpenID Connect' },
  status: { active: 'Active', pending: 'Not complete' },
  statusLead: {
    active: 'People can sign in with it.',
    pending: 'Enter what is missing in the second step, then people can sign in with it.',
  },
  addSaml: 'Set up SAML',
  addOidc: 'Set up OpenID Connect',
  begin: 'Continue',
  label: 'Name',
  labelHelp: 'What people read on the button when they sign in.',
  needsLabel: 'Enter a name.',

  require: 'Require single sign-on',
  requireLead:
    'Everyone except admins then has to sign in with an identity provider. Sign in with it once yourself before, to see that it works.',
  isRequired: 'Everyone except admins has to sign in with an identity provider.',
  startRequiring: 'Require single sign-on',
  stopRequiring: 'No longer require it',
  required: 'Single sign-on is now required',
  notRequired: 'Single sign-on is no longer required',

  steps: {
    there: '1. Create an application at your identity provider',
    here: '2. Enter what it shows you',
    try: '3. Test it',
  },
  product: 'Identity provider',
  defaultRole: 'Role of new people',
  defaultTeam: 'Team of new people',
  noTeam: 'No team',
  saved: 'The identity provider is saved',
  tryLead:
    'Opens a new tab, where you sign in at the provider. The page that follows shows what came back, and what is wrong. You stay signed in as you are, and nothing is changed.',
  trySignIn: 'Once the test succeeds, sign in with it yourself, so that the organization can require single sign-on.',
  tryLater: 'Complete the second step first.',
  test: 'Test it',
  try: 'Sign in with it',
  end: 'Remove',
  removeProvider: 'Remove identity provider',
  removeAsk: (label: string) => `Remove “${label}”?`,
  removeLead: 'Those who signed in with it are signed out. They stay members, and need another way to sign in.',
  removed: (label: string) => `“${label}” was removed`,
  certificateHelp: 'The text that begins with -----BEGIN CERTIFICATE-----.',
  issuer: 'Issuer',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  secretHelp: 'It is stored encrypted and never shown again.',
  secretSet: 'A secret is stored. Enter another one to replace it.',
  verifiedClaim: 'Claim for verified addresses',
  verifiedClaimHelp: 'email_verified, or xms_edov for Entra ID. Nobody signs in without it.',
  scopes: 'More scopes',
  scopesHelp: 'Besides openid, email and profile; with spaces between them.',
  groupsClaim: 'Claim for groups',
  groupsClaimHelp: 'The claim that lists the groups of a person, such as groups. Empty: groups are ignored.',
  groups: 'Teams of groups',
  groupsHelp: 'With every sign-in, people join the teams of their groups, and leave the other teams in this list.',
  groupName: (row: number) => `Group ${row}`,
  groupTeam: (row: number) => `Team of group ${row}`,
  groupRemove: (row: number) => `Remove group ${row}`,
  groupAdd: 'Add a group',

  provisioning: 'Provisioning (SCIM)',
  provisioningLead:
    'Your identity provider adds, changes and removes members and teams by itself. Create a token, and enter it there.',
  createToken: 'Create token',
  tokenLabel: 'Name of the token',
  tokenHelp: 'Which identity provider uses it.',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  remove: 'Delete',
  removeToken: (label: string) => `Delete ${label}`,
  removeTokenAsk: (label: string) => `Delete the token “${label}”?`,
  removeTokenLead: 'Your identity provider can then no longer change members and teams. Those it added stay.',
  scimValues: 'Enter this at your identity provider',
  onceOnly: 'The token is shown only now. Copy it before you close this.',

  guides: {
    okta: {
      name: 'Okta',
      saml: {
        where:
          'In the Okta Admin Console, choose Applications, Create App Integration, SAML 2.0. Enter these under Configure SAML:',
        acsURL: 'Single sign-on URL',
        entityID: 'Audience URI (SP Entity ID)',
        email: 'Set “Name ID format” to EmailAddress and “Application username” to Email. Then assign people.',
        back: 'They are in the tab “Sign On” of the application, under “View SAML setup instructions”.',
        ssoURL: 'Identity Provider Single Sign-On URL',
        issuer: 'Identity Provider Issuer',
        certificate: 'X.509 Certificate',
      },
      oidc: {
        where: 'Choose Applications, Create App Integration, OIDC, Web Application. Enter this:',
        redirect: 'Sign-in redirect URIs',
        claims: 'Okta sends email and email_verified by itself. For groups, add a groups claim under “Sign On”.',
        issuer: 'The address of your Okta organization, such as https://example.okta.com.',
      },
      scim: {
        where:
          'In the application, choose General, App Settings, Enable SCIM provisioning. Then enter these under Provisioning, Integration; the unique field is userName, and the authentication is HTTP Header.',
        endpoint: 'SCIM connector base URL',
        token: 'Authorization: Bearer',
      },
    },
    entra: {
      name: 'Microsoft Entra ID',
      saml: {
        where:
          'In the Entra admin center, choose Enterprise applications, New application, Create your own application. Open Single sign-on, SAML, and enter these under Basic SAML Configuration:',
        acsURL: 'Reply URL (Assertion Consumer Service URL)',
        entityID: 'Identifier (Entity ID)',
        email: 'The claim emailaddress is sent by itself if user.mail is set. Then assign users and groups.',
        back: 'They are under “SAML Certificates” (download Certificate (Base64) and open it as text) and under “Set up”.',
        ssoURL: 'Login URL',
        issuer: 'Microsoft Entra Identifier',
        certificate: 'Certificate (Base64)',
      },
      oidc: {
        where: 'Choose App registrations, New registration. Enter this as a redirect URI of the platform Web:',
        redirect: 'Redirect URI',
        claims:
          'Under Token configuration, add the optional claims email and xms_edov to the ID token, and enter xms_edov below. The secret is under Certificates & secrets.',
        issuer: 'https://login.microsoftonline.com/<Directory (tenant) ID>/v2.0',
      },
      scim: {
        where:
          'In the enterprise application, open Provisioning, choose Automatic, and enter these under Admin Credentials:',
        endpoint: 'Tenant URL',
        token: 'Secret Token',
      },
    },
    google: {
      name: 'Google Workspace',
      saml: {
        where:
          'In the Google Admin console, choose Apps, Web and mobile apps, Add app, Add custom SAML app. Enter these under Service provider details:',
        acsURL: 'ACS URL',
        entityID: 'Entity ID',
        email: 'Set “Name ID format” to EMAIL and “Name ID” to Primary email. Then turn the app on for your people.',
        back: 'Google shows them under “Google Identity Provider details” before, and later under “Download metadata”.',
        ssoURL: 'SSO URL',
        issuer: 'Entity ID of Google',
        certificate: 'Certificate',
      },
      oidc: {
        where:
          'In the Google Cloud console, choose APIs & Services, Credentials, Create credentials, OAuth client ID, Web application. Enter this:',
        redirect: 'Authorized redirect URIs',
        claims: 'Google sends email and email_verified by itself. Set the user type of the consent screen to Internal.',
        issuer: 'https://accounts.google.com',
      },
      scim: {
        where:
          'Google provisions only the apps of its catalogue. Use a tool that speaks SCIM for you, and enter these there:',
        endpoint: 'SCIM endpoint',
        token: 'Token',
      },
    },
    keycloak: {
      name: 'Keycloak',
      saml: {
        where: 'In your realm, choose Clients, Create client, client type SAML. Enter these:',
        acsURL: 'Valid redirect URIs, and Assertion Consumer Service POST Binding URL',
        entityID: 'Client ID',
        email:
          'Set “Name ID format” to email and “Force name ID format” to on, “Sign assertions” to on, and “Client signature required” to off.',
        back: 'They are in Realm settings, General, “SAML 2.0 Identity Provider Metadata”.',
        ssoURL: 'Location of SingleSignOnService (HTTP-Redirect)',
        issuer: 'entityID',
        certificate: 'X509Certificate',
      },
      oidc: {
        where:
          'In your realm, choose Clients, Create client, client type OpenID Connect, with “Client authentication” on. Enter this:',
        redirect: 'Valid redirect URIs',
        claims:
          'Keycloak sends email and email_verified by itself. For groups, add a mapper of the type Group Membership with the claim groups.',
        issuer: 'https://<host>/realms/<realm>',
      },
      scim: {
        where: 'Keycloak needs an extension for SCIM. Enter these there:',
        endpoint: 'SCIM endpoint',
        token: 'Bearer token',
      },
    },
    other: {
      name: 'Another one',
      saml: {
        where: 'Create a SAML 2.0 application, and enter these:',
        acsURL: 'Assertion Consumer Service (ACS) URL',
        entityID: 'Entity ID (its address has our metadata)',
        email:
          'Have it send the email address as the name ID, or as an attribute “email”. Assertions are signed with SHA-256 and not encrypted.',
        back: 'They are in the metadata of the identity provider.',
        ssoURL: 'Sign-in URL (HTTP-Redirect)',
        issuer: 'Entity ID of the identity provider',
        certificate: 'Signing certificate',
      },
      oidc: {
        where: 'Create a confidential client for the authorization code flow, and enter this:',
        redirect: 'Redirect URI',
        claims: 'It has to send email and email_verified, or another claim that says that the address is verified.',
        issuer: 'The address below which .well-known/openid-configuration is.',
      },
      scim: {
        where: 'Enter these where your identity provider asks for a SCIM 2.0 server:',
        endpoint: 'SCIM endpoint',
        token: 'Bearer token',
      },
    },
  },
}
