import { Link, useNavigate } from '@tanstack/react-router'
import { activityColumns } from '#web/features/teams/activity/activity-columns.tsx'
import { activityParams, parseActivityFilter } from '#web/features/teams/activity/activity-filter.ts'
import { TeamActivity } from '#web/features/teams/activity/team-activity.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { parseTableLayout, tableLayoutParams } from '#web/ui/data-table/table-layout.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { ProfileAddress } from './address.ts'

const inActivity = (changed: ProfileAddress) => (known: ProfileAddress) => ({
  ...known,
  tab: 'team' as const,
  show: 'activity',
  ...changed,
})

export default function ProfileTeamActivity({ address }: { address: ProfileAddress }) {
  const navigate = useNavigate({ from: '/profile' })
  const change = (changed: ProfileAddress) =>
    void navigate({ to: '/profile', search: inActivity(changed), replace: true })
  return (
    <div className="space-y-3">
      <Link to="/profile" search={{ tab: 'team' }} className={buttonClass('secondary', 'sm')}>
        Back to team members
      </Link>
      <Panel>
        <TeamActivity
          filter={parseActivityFilter(address)}
          onFilter={(filter) => change(activityParams(filter))}
          layout={parseTableLayout(address, activityColumns)}
          onLayout={(layout) => change(tableLayoutParams(layout))}
          renderPersonLink={(person, props) => (
            <Link from="/profile" to="/profile" search={inActivity({ q: person })} {...props} />
          )}
        />
      </Panel>
    </div>
  )
}
