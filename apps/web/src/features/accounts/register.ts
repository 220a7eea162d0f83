import { signUpRoutes } from '@terrace/contracts/sign-up'
import { wireError } from '@terrace/contracts/wire-error'
import { call } from '#web/lib/api-client.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { signUpPayload, type Registration } from './registration.ts'

/** The loader stands at least this long (spec §4, product.md §11). */
const loaderMs = 1500

/** The e-mail address, the username or both belong to somebody. */
export class TakenError extends ApiError {
  readonly email: boolean
  readonly username: boolean
  constructor(taken: { email: boolean; username: boolean }, errors: string[]) {
    super(422, { errors, code: 'account.taken' })
    this.email = taken.email
    this.username = taken.username
  }
}

/** Throws {@link TakenError} where one of the two is taken; an empty text is not asked about. */
export async function checkUnique(query: { email: string; username: string }): Promise<void> {
  const { data, errors = [] } = await call(signUpRoutes.unique, { query })
  if (!data.status) throw new TakenError(data, errors)
}

/** Signs up and answers the message to show. Whatever comes of it takes as long as the loader stands. */
export async function register(form: Registration): Promise<string> {
  const loader = new Promise((resolve) => setTimeout(resolve, loaderMs))
  const [outcome] = await Promise.allSettled([send(form), loader])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

async function send(form: Registration): Promise<string> {
  await checkUnique({ email: form.email.trim(), username: form.username })
  const { data, message } = await call(signUpRoutes.signUp, { body: signUpPayload(form) })
  if (data.status) return message
  const { errors } = data
  // A `data.status` of false is a failure like any other (product.md §11).
  throw new ApiError(422, wireError.safeParse({ errors, message }).data ?? {})
}
