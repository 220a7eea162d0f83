export type { Account } from './account.ts'
export { findAccount, findAccounts, findClosedAccounts, readOperators } from './accounts.repo.ts'
export { presentUser } from './accounts.presenter.ts'
export { mountAccounts } from './accounts.routes.ts'
export { addAccount } from './administration/add-account.ts'
export {
  endAllSessions,
  lockAccountByUsername,
  reinstateAccount,
  replacePassword,
  suspendAccount,
} from './administration/manage-account.ts'
export { approveAccount } from './sign-up/approve-account.ts'
export { createAuthenticator, type Authenticator } from './login/authenticate.ts'
export { prepareNewDeviceEmail } from './devices/prepare-new-device-email.ts'
export { readDeviceCookies, setDeviceCookie, type DeviceCookie } from './devices/device-cookies.ts'
export { mountClosing } from './closing/closing.routes.ts'
export { mountEmailChange } from './email-change/email-change.routes.ts'
export { purgeOldEmailChanges } from './email-change/email-changes.repo.ts'
export { prepareEmailChangedEmail, prepareEmailChangeEmail } from './email-change/prepare-emails.ts'
export { purgeReservedNames } from './reserved-names.repo.ts'
export { prepareVerificationEmail } from './email-verification/prepare-verification-email.ts'
export { preparePasswordResetEmail, findRecipient, findActiveRecipient } from './account-emails.ts'
export { purgeOldFactorFailures } from './second-factor/factor-failures.repo.ts'
export { purgeOldLoginFailures } from './login/login-failures.repo.ts'
export { mountMembers } from './membership/members.routes.ts'
export { hashPassword } from './passwords/password-hash.ts'
export { findHandoverAccount, openSession } from './login/open-session.ts'
export { purgeUnfinishedLogins } from './second-factor/pending-logins.repo.ts'
export { removeAllSecondFactors } from './second-factor/remove-all-second-factors.ts'
export { purgeOldPasswordResets } from './passwords/password-resets.repo.ts'
export { mountPasswords } from './passwords/passwords.routes.ts'
export { mountPreferences } from './preferences/preferences.routes.ts'
export { rejectDemoAccounts } from './sign-up/reject-demo-accounts.ts'
export { requireReauthenticationOncePerSession } from './security/require-reauthentication-once-per-session.ts'
export { requireReauthentication } from './security/require-reauthentication.ts'
export { mountSecurity } from './security/security.routes.ts'
export { mountSessions } from './sessions/sessions.routes.ts'
export {
  countUnconfirmed,
  findOldestUnconfirmed,
  freeUnconfirmedSignUps,
} from './sign-up/free-unconfirmed-sign-ups.ts'
export { mountSignUp } from './sign-up/sign-up.routes.ts'
export { mountVerifyEmail } from './email-verification/verify-email.routes.ts'
export { purgeOldSignUpCounts } from './sign-up/sign-up-counts.repo.ts'
