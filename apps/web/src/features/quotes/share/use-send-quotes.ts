import { useQueryClient } from '@tanstack/react-query'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { useState } from 'react'
import { isRecentRequest } from '#web/lib/http/idempotency-key.ts'
import { useIdempotencyKeys } from '#web/lib/http/use-idempotency-keys.ts'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'

/** Sends quotes one after the other. A quote that was sent is not sent again when the others are retried. */
export function useSendQuotes() {
  const queryClient = useQueryClient()
  const [sentIds, setSentIds] = useState<ReadonlySet<string>>(new Set())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [isPending, setPending] = useState(false)
  // After a lost response, the retry must not send the email again.
  const withIdempotencyKey = useIdempotencyKeys(isRecentRequest)

  /** Returns whether all were sent. */
  async function send(quotes: readonly { id: string; email: string }[]): Promise<boolean> {
    setPending(true)
    const failed = new Map<string, string>()
    for (const { id, email } of quotes) {
      try {
        await withIdempotencyKey(`${id} ${email}`, (idempotencyKey) =>
          call(quotesRoutes.send, { params: { quote_id: id }, body: { email }, idempotencyKey }),
        )
        setSentIds((known) => new Set([...known, id]))
      } catch (error) {
        failed.set(id, errorText(error))
      }
    }
    setErrors(failed)
    setPending(false)
    for (const name of [quotesRoutes.list.name, quotesRoutes.one.name])
      void queryClient.invalidateQueries({ queryKey: [name] })
    return failed.size === 0
  }

  return { send, sentIds, errors, isPending }
}
