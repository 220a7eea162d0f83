import type { BodyInputOf, ResponseOf } from '@terrace/contracts/route'
import { teamsRoutes } from '@terrace/contracts/teams'
import { useEffect, useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'

export type InvitationDetails = ResponseOf<typeof teamsRoutes.readInvitation>['data']

interface InvitationState {
  invitation: InvitationDetails | null
  error: unknown
}

const pendingInvitation: InvitationState = { invitation: null, error: null }

async function fetchInvitation(token: string, signal?: AbortSignal): Promise<InvitationState> {
  try {
    const { data } = await call(teamsRoutes.readInvitation, { body: { token }, ...(signal && { signal }) })
    return { invitation: data, error: null }
  } catch (error) {
    return { invitation: null, error }
  }
}

/** The invitation of a link. Fetched once per link, without a query client, because pages before login have none. */
export function useInvitation(token: string) {
  const [state, setState] = useState(pendingInvitation)
  useEffect(() => {
    const abort = new AbortController()
    void fetchInvitation(token, abort.signal).then((result) => !abort.signal.aborted && setState(result))
    return () => abort.abort()
  }, [token])
  return {
    ...state,
    retry: () => {
      setState(pendingInvitation)
      void fetchInvitation(token).then(setState)
    },
  }
}

/** Creates the account in the team and returns the notice. */
export async function join(body: BodyInputOf<typeof teamsRoutes.accept>): Promise<string> {
  const { message = '' } = await call(teamsRoutes.accept, { body })
  return message
}
