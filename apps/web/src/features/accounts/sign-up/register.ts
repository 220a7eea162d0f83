import { signUpRoutes } from '@terrace/contracts/sign-up'
import { wireError } from '@terrace/contracts/wire-error'
import { call } from '#web/lib/http/api-client.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { signUpPayload, type Registration } from './registration.ts'

/** Minimum time the loader is shown (spec §4, product.md §11.2). */
const minLoaderMs = 1500

/** The email address, the username or both are taken. */
export class TakenError extends ApiError {
  readonly email: boolean
  readonly username: boolean
  constructor(taken: { email: boolean; username: boolean }, errors: string[]) {
    super(422, { errors, code: 'account.taken' })
    this.email = taken.email
    this.username = taken.username
  }
}

/** Throws {@link TakenError} if the email or the username is taken; empty values are not checked. */
export async function checkUnique(query: { email: string; username: string }): Promise<void> {
  const { data, errors = [] } = await call(signUpRoutes.unique, { query })
  if (!data.status) throw new TakenError(data, errors)
}

/** Signs up and returns the message to show. Takes at least as long as the loader, even on failure. */
export async function register(form: Registration): Promise<string> {
  const loader = new Promise((resolve) => setTimeout(resolve, minLoaderMs))
  const [outcome] = await Promise.allSettled([send(form), loader])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

async function send(form: Registration): Promise<string> {
  await checkUnique({ email: form.email.trim(), username: form.username })
  const { data, message } = await call(signUpRoutes.signUp, { body: signUpPayload(form) })
  if (data.status) return message
  const { errors } = data
  // A `data.status` of false is an error (product.md §11.2).
  throw new ApiError(422, wireError.safeParse({ errors, message }).data ?? {})
}
