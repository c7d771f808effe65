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
  requireAsk: 'Require single sign-on?',
  requireAskLead:
    'Members who signed in another way have to sign in again, with an identity provider. Admins can still sign in as before, so nobody is locked out for good.',
  stopRequiring: 'No longer require it',
  required: 'Single sign-on is now required',
  notRequired: 'Single sign-on is no longer required',

  steps: {
    there: '1. Create an application at your identity provider',
    here: '2. Enter what it shows you',
    try: '3. Test it',
    tell: '4. Tell people how to sign in',
  },
  product: 'Identity provider',
  defaultRole: 'Role of new people',
  defaultTeam: 'Team of new people',
  noTeam: 'No team',
  saved: 'The identity provider is saved',
  tryLead:
    'Opens a new tab, where you sign in at the provider. The page that follows shows what came back, and what is wrong. You stay signed in as you are, and nothing is changed.',
  trySignIn:
    'Once the test shows the address of your own account, sign in with it yourself, so that the organization can require single sign-on.',
  tryLater: 'Complete the second step first.',
  tellLead: 'Send people this link, or add it to the apps that they see at your identity provider.',
  link: 'Sign-in link',
  domains: (domains: readonly string[]) =>
    `People with an address in ${domains.join(', ')} also find it on the sign-in page, under “Continue with your company’s sign-in”.`,
  noDomains:
    'People find it on the sign-in page, under “Continue with your company’s sign-in”, once the organization has the domain of their addresses.',
  toDomains: 'Email domains',
  test: 'Test it',
  try: 'Sign in with it',
  end: 'Remove',
  removeProvider: 'Remove identity provider',
  removeAsk: (label: string) => `Remove “${label}”?`,
  removeLead: 'Those who signed in with it are signed out. They stay members, and need another way to sign in.',
  removed: (label: string) => `“${label}” was removed`,
  certificateHelp: 'In PEM or base64, with or without the line -----BEGIN CERTIFICATE-----.',
  issuer: 'Issuer',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  secretHelp: 'It is stored encrypted, and never shown again.',
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
          'In the Okta Admin Console, open Applications > Applications > Create App Integration > SAML 2.0. Enter these under “Configure SAML”:',
        acsURL: 'Single sign-on URL',
        entityID: 'Audience URI (SP Entity ID)',
        email:
          'Set “Name ID format” to EmailAddress and “Application username” to Email. Then assign people to the app.',
        back: 'They are on the “Sign On” tab of the app, under “View SAML setup instructions”.',
        ssoURL: 'Identity Provider Single Sign-On URL',
        issuer: 'Identity Provider Issuer',
        certificate: 'X.509 Certificate',
      },
      oidc: {
        where:
          'In the Okta Admin Console, open Applications > Applications > Create App Integration > OIDC - OpenID Connect > Web Application. Enter this:',
        redirect: 'Sign-in redirect URIs',
        claims:
          'Okta sends email and email_verified by itself. For groups, set a “Groups claim filter” on the “Sign On” tab, and enter groups below, both under “More scopes” and under “Claim for groups”.',
        back: 'Client ID and client secret are on the “General” tab of the app.',
        issuer: 'The address of your Okta organization, such as https://example.okta.com.',
      },
      scim: {
        where:
          'This needs a SAML app: Okta offers no SCIM for its OIDC apps. On its “General” tab, edit “App Settings”, and turn on “Enable SCIM provisioning”. Then open Provisioning > Integration. The unique identifier is userName, and the authentication mode is HTTP Header.',
        endpoint: 'SCIM connector base URL',
        token: 'Authorization: Bearer',
        after:
          'Choose “Push New Users”, “Push Profile Updates” and “Push Groups”, and save. Then turn on “Create Users”, “Update User Attributes” and “Deactivate Users” under Provisioning > To App. Groups are on the tab “Push Groups”.',
      },
    },
    entra: {
      name: 'Microsoft Entra ID',
      saml: {
        where:
          'In the Entra admin center, open Enterprise applications > New application > Create your own application (non-gallery). Open Single sign-on > SAML, and enter these under “Basic SAML Configuration”:',
        acsURL: 'Reply URL (Assertion Consumer Service URL)',
        entityID: 'Identifier (Entity ID)',
        email:
          'Entra sends the claim emailaddress by itself, for people who have a value in user.mail. Then assign users and groups.',
        back: 'They are under “SAML Certificates” (download Certificate (Base64), and open it as text) and under “Set up”.',
        ssoURL: 'Login URL',
        issuer: 'Microsoft Entra Identifier',
        certificate: 'Certificate (Base64)',
      },
      oidc: {
        where:
          'In the Entra admin center, open App registrations > New registration. Enter this as a redirect URI of the platform Web:',
        redirect: 'Redirect URI',
        claims:
          'Under “Token configuration”, add the optional claims email and xms_edov to the ID token; if xms_edov is not in the list, add it to optionalClaims under “Manifest”. Enter xms_edov below as the claim for verified addresses.',
        back: 'The client ID is “Application (client) ID” under “Overview”. The client secret is the “Value” (not the “Secret ID”) of a new one under “Certificates & secrets”.',
        issuer: 'https://login.microsoftonline.com/<Directory (tenant) ID>/v2.0',
      },
      scim: {
        where:
          'In the enterprise application, open Provisioning, and choose “Connect your application” (in older versions: the mode Automatic, under “Admin Credentials”). Enter these:',
        endpoint: 'Tenant URL',
        token: 'Secret token',
        after: 'Choose “Test Connection” and “Create”. Then assign users and groups, and start provisioning.',
      },
    },
    google: {
      name: 'Google Workspace',
      saml: {
        where:
          'In the Google Admin console, open Apps > Web and mobile apps > Add app > Add custom SAML app. Enter these under “Service provider details”:',
        acsURL: 'ACS URL',
        entityID: 'Entity ID',
        email:
          'Set “Name ID format” to EMAIL and “Name ID” to Primary email. Then turn the app on under “User access”.',
        back: 'Google shows them one step earlier, under “Google Identity Provider details”, and later under “Download metadata”.',
        ssoURL: 'SSO URL',
        issuer: 'Entity ID (of Google)',
        certificate: 'Certificate',
      },
      oidc: {
        where:
          'In the Google Cloud console, open APIs & Services > Credentials > Create credentials > OAuth client ID > Web application. Enter this:',
        redirect: 'Authorized redirect URIs',
        claims:
          'Google sends email and email_verified by itself. Set the user type of the app (“Audience”) to Internal, so that only your people can sign in.',
        back: 'Google shows client ID and client secret when the client is created.',
        issuer: 'https://accounts.google.com',
      },
      scim: {
        where:
          'Google provisions only the apps of its catalog. Use a tool that speaks SCIM for you, and enter these there:',
        endpoint: 'SCIM endpoint',
        token: 'Token',
        after: '',
      },
    },
    keycloak: {
      name: 'Keycloak',
      saml: {
        where:
          'In your realm, open Clients > Create client, with the client type SAML. Enter the client ID, and the other one on the next page:',
        acsURL: 'Valid redirect URIs, and Master SAML Processing URL',
        entityID: 'Client ID',
        email:
          'Then set “Name ID format” to email, “Force name ID format” and “Sign assertions” to on, and on the tab “Keys” “Client signature required” to off.',
        back: 'They are in the file under Realm settings > General > SAML 2.0 Identity Provider Metadata.',
        ssoURL: 'Location of SingleSignOnService (HTTP-Redirect)',
        issuer: 'entityID',
        certificate: 'X509Certificate',
      },
      oidc: {
        where:
          'In your realm, open Clients > Create client, with the client type OpenID Connect and “Client authentication” on. Enter this:',
        redirect: 'Valid redirect URIs',
        claims:
          'Keycloak sends email and email_verified by itself; “Email verified” has to be on for the person. For groups, add a mapper of the type Group Membership with the token claim name groups and “Full group path” off, and enter groups below.',
        back: 'The client ID is the one that you chose. The client secret is on the tab “Credentials”.',
        issuer: 'https://<host>/realms/<realm>',
      },
      scim: {
        where: 'Keycloak needs an extension for SCIM. Enter these there:',
        endpoint: 'SCIM endpoint',
        token: 'Bearer token',
        after: '',
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
        back: '',
        issuer: 'The address below which .well-known/openid-configuration is.',
      },
      scim: {
        where: 'Enter these where your identity provider asks for a SCIM 2.0 server:',
        endpoint: 'SCIM endpoint',
        token: 'Bearer token',
        after: '',
      },
    },
  },
}
