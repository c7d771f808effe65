// Settings of the operator that operations depend on.

export interface Settings {
  /** Who may create organizations: server admins, or every user. */
  organizations: 'admins' | 'anybody'
  /** True if the server can send mail. */
  mail: boolean
  /** Who may create an account without an invitation: nobody, or everybody. */
  signUp: 'closed' | 'open'
}
