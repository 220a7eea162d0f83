import { teamsRoutes, type WireTeamRole } from '@terrace/contracts/teams'
import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { paths } from '#web/lib/url/paths.ts'
import { clearStoredSession } from '#web/lib/http/session.ts'

/** The page of an invitation email's link; the server appends the token. */
export function joinLink(): string {
  return `${location.origin}/join`
}

export function useInvite() {
  const refresh = useRefreshTeam()
  return useMutation({
    mutationFn: (invited: { email: string; role: WireTeamRole; permissions: SellerPermission[] }) =>
      call(teamsRoutes.invite, { body: { ...invited, join_link: joinLink() } }),
    onSettled: refresh,
  })
}

export function useResendInvitation() {
  const refresh = useRefreshTeam()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(teamsRoutes.resend, { params: { id } }),
    // Refresh even after an error: the invitation may have been accepted in the meantime.
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

export function useChangePermissions() {
  const refresh = useRefreshTeam()
  return useMutation({
    // Changes in quick succession arrive in their order.
    scope: { id: teamsRoutes.changePermissions.name },
    mutationFn: ({ id, permissions }: { id: string; permissions: SellerPermission[] }) =>
      call(teamsRoutes.changePermissions, { params: { id }, body: { permissions } }),
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

/** Requires a second factor of every member, or no longer. */
export function useRequireSecondFactor() {
  const refresh = useRefreshTeam()
  return useMutation({
    mutationFn: (required: boolean) => call(teamsRoutes.requireSecondFactor, { body: { required } }),
    onSettled: refresh,
  })
}

/** Leaves the team, which closes the account and ends this session. */
export function useLeaveTeam() {
  return useMutation({
    mutationFn: () => call(teamsRoutes.leave),
    onSuccess: () => {
      clearStoredSession()
      redirectTo(paths.login())
    },
  })
}

function useRefreshTeam() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [teamsRoutes.overview.name] })
}
