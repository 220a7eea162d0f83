import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AccountSection } from '#web/features/accounts/account-section.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { alertTexts } from './alert-texts.ts'
import { trackingSettingsQuery } from './queries.ts'

/** Of what one is told, on "My account"; it is changed beside the listings that it is about. */
export function AlertSummary() {
  const query = useQuery(trackingSettingsQuery())
  const { data: settings, error } = query
  return (
    <AccountSection
      heading="Alerts"
      aside={
        <Link to="/profile" search={{ tab: 'tracked' }} className={buttonClass('secondary', 'sm')}>
          Change alerts
        </Link>
      }
    >
      <Panel>
        {settings ? (
          <ul className="divide-y divide-line px-4 sm:px-5">
            {alertTexts(settings).map((text) => (
              <li key={text} className="py-3">
                {text}
              </li>
            ))}
          </ul>
        ) : error ? (
          <LoadError title="Your alert settings could not be loaded" query={query} />
        ) : (
          <SkeletonRegion label="Your alert settings are loading" className="space-y-5 px-4 py-4 sm:px-5">
            <Skeleton className="h-4 w-72 max-w-full" />
            <Skeleton className="h-4 w-72 max-w-full" />
          </SkeletonRegion>
        )}
      </Panel>
    </AccountSection>
  )
}
