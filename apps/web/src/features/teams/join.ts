import type { BodyInputOf, ResponseOf } from '@terrace/contracts/route'
import { teamsRoutes } from '@terrace/contracts/teams'
import { useEffect, useState } from 'react'
import { call } from '#web/lib/api-client.ts'

export type SeenInvitation = ResponseOf<typeof teamsRoutes.look>['data']

interface Look {
  invitation: SeenInvitation | null
  error: unknown
}

const nothingYet: Look = { invitation: null, error: null }

async function look(token: string, signal?: AbortSignal): Promise<Look> {
  try {
    const { data } = await call(teamsRoutes.look, { body: { token }, ...(signal && { signal }) })
    return { invitation: data, error: null }
  } catch (error) {
    return { invitation: null, error }
  }
}

/** What the link invites to. Asked once a link and not kept: pages before login carry no query cache. */
export function useInvitation(token: string) {
  const [seen, setSeen] = useState(nothingYet)
  useEffect(() => {
    const abort = new AbortController()
    void look(token, abort.signal).then((answer) => !abort.signal.aborted && setSeen(answer))
    return () => abort.abort()
  }, [token])
  return {
    ...seen,
    retry: () => {
      setSeen(nothingYet)
      void look(token).then(setSeen)
    },
  }
}

/** Opens the account in the team and answers what is shown then. */
export async function join(body: BodyInputOf<typeof teamsRoutes.accept>): Promise<string> {
  const { message = '' } = await call(teamsRoutes.accept, { body })
  return message
}
