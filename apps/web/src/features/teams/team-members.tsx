import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { InfoIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Notice, Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { ActivityLink } from './activity/activity-link.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { LeaveTeam } from './leave-team.tsx'
import { MemberList } from './member-list.tsx'
import { SecondFactorSetting } from './second-factor-setting.tsx'
import { teamQuery } from './queries.ts'
import { lazyPage } from '#web/ui/layout/lazy-page.tsx'

// Its fields would otherwise make the pages heavier that share them.
const LegalDetails = lazyPage(async () => ({
  default: (await import('./legal-details/legal-details-section.tsx')).LegalDetailsSection,
}))

/** The team's people (product.md §7): visible to every member, managed by owners. */
export function TeamMembers() {
  const query = useQuery(teamQuery())
  const { data, error } = query
  const people = useRef<HTMLDivElement>(null)
  // Removing a member or withdrawing an invitation removes the focused button.
  useListFocus({ list: people, rows: () => [...(people.current?.querySelectorAll('button') ?? [])] })
  if (data) {
    const { name, members, invitations, may_manage: canManage } = data
    const hasOtherOwner = members.some(
      ({ is_me, role, status }) => !is_me && role === 'owner' && status === 'active',
    )
    return (
      <div className="max-w-170 space-y-8">
        {!canManage && (
          <Notice icon={<InfoIcon aria-hidden />}>
            Only owners can invite or remove people and change roles.
          </Notice>
        )}
        <div ref={people} className="space-y-8">
          <MemberList
            members={members}
            canManage={canManage}
            teamSells={data.can_sell}
            hasOtherOwner={hasOtherOwner}
            isSecondFactorRequired={data.second_factor_required_from !== null}
          />
          {(canManage || invitations.length > 0) && (
            <InvitationList invitations={invitations} canManage={canManage} />
          )}
          {canManage && <InviteForm teamSells={data.can_sell} />}
        </div>
        <SecondFactorSetting from={data.second_factor_required_from} canManage={canManage} />
        {canManage && <ActivityLink />}
        {canManage && <LegalDetails />}
        <LeaveTeam team={name} isOnlyOwner={canManage && !hasOtherOwner} />
      </div>
    )
  }
  if (!error) return <TeamSkeleton />
  return (
    <Panel className="max-w-170">
      <LoadError title="Couldn’t load your team" query={query} />
    </Panel>
  )
}

function TeamSkeleton() {
  return (
    <SkeletonRegion label="Loading your team" className="max-w-170">
      <Skeleton className="mb-3 h-6 w-28" />
      <Panel className="divide-y divide-line px-4 sm:px-5">
        {[0, 1].map((row) => (
          <div key={row} className="flex items-center gap-4 py-3">
            <Skeleton className="size-9 rounded-full" />
            <div className="space-y-1.5">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-3 w-52" />
            </div>
          </div>
        ))}
      </Panel>
    </SkeletonRegion>
  )
}
