import { teamsRoutes, type WireTeamRole } from '@terrace/contracts/teams'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { paths } from '#web/lib/paths.ts'
import { forgetEverything } from '#web/lib/session.ts'

/** The page that the letter of an invitation leads to; the server appends the token. */
export function joinLink(): string {
  return `${location.origin}/join`
}

export function useInvite() {
  const refresh = useRefreshTeam()
  return useMutation({
    mutationFn: (invited: { email: string; role: WireTeamRole }) =>
      call(teamsRoutes.invite, { body: { ...invited, join_link: joinLink() } }),
    onSettled: refresh,
  })
}

export function useResendInvitation() {
  const refresh = useRefreshTeam()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(teamsRoutes.resend, { params: { id } }),
    // Also where it failed: it may have been accepted meanwhile.
    onSettled: refresh,
  })
}

export function useWithdrawInvitation() {
  const refresh = useRefreshTeam()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(teamsRoutes.withdraw, { params: { id } }),
    onSettled: refresh,
  })
}

export function useChangeRole() {
  const refresh = useRefreshTeam()
  return useMutation({
    mutationFn: ({ id, role }: { id: string; role: WireTeamRole }) =>
      call(teamsRoutes.changeRole, { params: { id }, body: { role } }),
    onSettled: refresh,
  })
}

export function useRemoveMember() {
  const refresh = useRefreshTeam()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(teamsRoutes.remove, { params: { id } }),
    onSettled: refresh,
  })
}

/** Leaves the team, and with its closed account this browser's session. */
export function useLeaveTeam() {
  return useMutation({
    mutationFn: () => call(teamsRoutes.leave),
    onSuccess: () => {
      forgetEverything()
      leaveTo(paths.login())
    },
  })
}

function useRefreshTeam() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [teamsRoutes.overview.name] })
}
