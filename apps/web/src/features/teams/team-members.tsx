import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useKeptFocus } from '#web/lib/use-kept-focus.ts'
import { InfoIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice, Panel } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { LeaveTeam } from './leave-team.tsx'
import { MemberList } from './member-list.tsx'
import { teamQuery } from './queries.ts'

/** The people of the team (product.md §7): everybody sees them, owners decide who they are. */
export function TeamMembers() {
  const query = useQuery(teamQuery())
  const { data, error } = query
  const part = useRef<HTMLDivElement>(null)
  // Who is removed and what is withdrawn takes its buttons along.
  useKeptFocus({ list: part, rows: () => [...(part.current?.querySelectorAll('button') ?? [])] })
  if (data) {
    const { name, members, invitations, may_manage: isManaged } = data
    const hasOtherOwner = members.some(
      ({ is_me, role, status }) => !is_me && role === 'owner' && status === 'active',
    )
    return (
      <div ref={part} className="max-w-170 space-y-8">
        {!isManaged && (
          <Notice icon={<InfoIcon aria-hidden />}>
            Only an owner of the team can invite people, change their role or remove them.
          </Notice>
        )}
        <MemberList members={members} isManaged={isManaged} hasOtherOwner={hasOtherOwner} />
        {(isManaged || invitations.length > 0) && (
          <InvitationList invitations={invitations} isManaged={isManaged} />
        )}
        {isManaged && <InviteForm />}
        <LeaveTeam team={name} isOnlyOwner={isManaged && !hasOtherOwner} />
      </div>
    )
  }
  if (!error) return <TeamSkeleton />
  return (
    <Panel className="max-w-170">
      <LoadError title="Your team could not be loaded" query={query} />
    </Panel>
  )
}

function TeamSkeleton() {
  return (
    <SkeletonRegion label="Your team is loading" className="max-w-170">
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
