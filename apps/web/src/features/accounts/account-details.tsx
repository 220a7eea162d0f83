import { Link } from '@tanstack/react-router'
import type { WireCurrentUser } from '@terrace/contracts/workspace'
import { withDialCode } from '@terrace/domain/people/phone'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { userName } from './user-name.ts'

interface AccountDetailsProps {
  user: WireCurrentUser
  /** The user's role in the team; `undefined` while unknown. */
  role: string | undefined
}

/** The user's and the team's details (product.md §7). */
export function AccountDetails({ user, role }: AccountDetailsProps) {
  const { account_info: info, team_data: team } = user
  return (
    <div className="space-y-8">
      <Details
        heading="You"
        aside={
          <Link to="/profile" search={{ tab: 'security' }} className={buttonClass('secondary', 'sm')}>
            Change email
          </Link>
        }
        rows={[
          ['Name', userName(user)],
          ['Username', user.username],
          ['Email', `${user.email}, ${user.email_verified ? 'confirmed' : 'not confirmed yet'}`],
          ['Phone', withDialCode(info.country_code, info.phone)],
        ]}
      />
      <Details
        heading="Your team"
        aside={
          <Link to="/profile" search={{ tab: 'team' }} className={buttonClass('secondary', 'sm')}>
            Team members
          </Link>
        }
        rows={[
          ['Team', team.name],
          ...(role === undefined ? [] : [['Your role', role] as const]),
          ['Email', team.email],
          ['Base currency', user.base_currency],
        ]}
      />
    </div>
  )
}

interface DetailsProps {
  heading: string
  aside?: ReactNode
  rows: readonly (readonly [string, string])[]
}

function Details({ heading, aside, rows }: DetailsProps) {
  return (
    <TitledSection heading={heading} aside={aside}>
      <Panel>
        <dl className="divide-y divide-line px-4 sm:px-5">
          {rows.map(([name, value]) => (
            <div key={name} className="grid items-baseline gap-x-6 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <dt className="text-muted">{name}</dt>
              <dd className="tabular text-base break-words">{value === '' ? 'Not given' : value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </TitledSection>
  )
}

export function AccountDetailsSkeleton() {
  return (
    <SkeletonRegion label="Loading your details" className="space-y-8">
      {/* Both headings have a button next to them. */}
      {['you', 'team'].map((part) => (
        <div key={part}>
          <div className="mb-3 flex h-8 items-center max-sm:h-10">
            <Skeleton className="h-6 w-28" />
          </div>
          <Panel className="divide-y divide-line px-4 sm:px-5">
            {Array.from({ length: 4 }, (_, row) => (
              <div key={row} className="grid items-center gap-x-6 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
                <Skeleton className="my-0.5 h-4 w-20" />
                <Skeleton className="my-1 h-4 w-48" />
              </div>
            ))}
          </Panel>
        </div>
      ))}
    </SkeletonRegion>
  )
}
