import { accountsRoutes } from '@terrace/contracts/accounts'

export type LoginValues = { username: string; password: string }
export type LoginErrors = Partial<Record<keyof LoginValues, string>>

/** What is wrong with each field by the call's own rules (spec §5); empty when it can be sent. */
export function loginErrors(values: LoginValues): LoginErrors {
  const issues = accountsRoutes.logIn.body?.safeParse(values).error?.issues ?? []
  const errors: LoginErrors = {}
  for (const { path, message } of issues) {
    const [field] = path
    if (field === 'username' || field === 'password') errors[field] ??= message
  }
  return errors
}
