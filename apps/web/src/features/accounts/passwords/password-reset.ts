import { passwordsRoutes } from '@terrace/contracts/passwords'
import type { BodyInputOf } from '@terrace/contracts/route'
import { wireError } from '@terrace/contracts/wire-error'
import { call } from '#web/lib/http/api-client.ts'
import { ApiError } from '#web/lib/http/api-error.ts'

interface NoticeResponse {
  data: { status: boolean; errors?: unknown }
  message?: string | undefined
}

/** The response's message. Throws when `data.status` is false (product.md §11.2). */
function readNotice({ data, message = '' }: NoticeResponse): string {
  if (data.status) return message
  const { errors } = data
  throw new ApiError(422, wireError.safeParse({ errors, message }).data ?? {})
}

/** The page of the email's link; the server appends the token. */
export function resetLink(): string {
  return `${location.origin}/reset-password`
}

/** Requests a reset link and returns the notice. */
export async function requestPasswordReset(email: string): Promise<string> {
  const body = { email: email.trim(), reset_link: resetLink() }
  return readNotice(await call(passwordsRoutes.forgot, { body }))
}

/** Sets the new password with the link's token and returns the notice. */
export async function resetPassword(body: BodyInputOf<typeof passwordsRoutes.reset>): Promise<string> {
  return readNotice(await call(passwordsRoutes.reset, { body }))
}
