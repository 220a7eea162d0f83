import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'

/** The way to the team's audit log; for owners. */
export function ActivityLink() {
  return (
    <TitledSection heading="Activity">
      <Panel className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 text-sm sm:px-5">
        <p className="min-w-48 flex-1 text-muted">
          Logins, changes and orders of your team: who, what, when and from which network.
        </p>
        <Link
          to="/profile"
          search={{ tab: 'team', show: 'activity' }}
          className={buttonClass('secondary', 'sm')}
        >
          Open activity
        </Link>
      </Panel>
    </TitledSection>
  )
}
