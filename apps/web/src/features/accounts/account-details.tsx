import { Link } from '@tanstack/react-router'
import type { WireCurrentUser } from '@terrace/contracts/workspace'
import { withDialCode } from '@terrace/domain/phone'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { AccountSection } from './account-section.tsx'
import { userName } from './user-name.ts'

interface AccountDetailsProps {
  user: WireCurrentUser
  /** What the user is in the team; undefined where that could not be learnt. */
  role: string | undefined
}

/** Who is logged in, and for which team (product.md §7). */
export function AccountDetails({ user, role }: AccountDetailsProps) {
  const { account_info: info, team_data: team } = user
  return (
    <div className="space-y-8">
      <Details
        heading="You"
        rows={[
          ['Name', userName(user)],
          ['Username', user.username],
          ['E-mail', `${user.email}, ${user.email_verified ? 'confirmed' : 'not confirmed yet'}`],
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
          ['E-mail', team.email],
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
    <AccountSection heading={heading} aside={aside}>
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
    </AccountSection>
  )
}

export function AccountDetailsSkeleton() {
  return (
    <SkeletonRegion label="Your details are loading" className="space-y-8">
      {/* The second has a button beside its heading. */}
      {['h-6', 'h-8 max-sm:h-10'].map((height) => (
        <div key={height}>
          <div className={cx('mb-3 flex items-center', height)}>
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
