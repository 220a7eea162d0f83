import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { alertTexts } from './alert-texts.ts'
import { trackingSettingsQuery } from './queries.ts'

/** Read-only alert settings on "My account"; they are edited next to the tracked listings. */
export function AlertSummary() {
  const query = useQuery(trackingSettingsQuery())
  const { data: settings, error } = query
  return (
    <TitledSection
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
          <LoadError title="Couldn’t load your alert settings" query={query} />
        ) : (
          <SkeletonRegion label="Loading your alert settings" className="space-y-5 px-4 py-4 sm:px-5">
            <Skeleton className="h-4 w-72 max-w-full" />
            <Skeleton className="h-4 w-72 max-w-full" />
          </SkeletonRegion>
        )}
      </Panel>
    </TitledSection>
  )
}
