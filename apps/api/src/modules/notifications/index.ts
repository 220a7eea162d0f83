export { installDevMail } from './dev-mail.ts'
export type { Mailer } from './mailer.port.ts'
export { createMailroom } from './mailroom.ts'
export { passwordChangedWords, passwordResetWords } from './templates/passwords.ts'
