import { useQuery } from '@tanstack/react-query'
import { InfoIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Notice, Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { quoteSettingsQuery } from './settings-query.ts'
import { SettingsForm, type Settings } from './settings-form.tsx'

type QuoteSettingsProps = Pick<Parameters<typeof SettingsForm>[0], 'Preview'>

/** Settings of the team's quote page (product.md §5, §12.6). */
export function QuoteSettings({ Preview }: QuoteSettingsProps) {
  const query = useQuery(quoteSettingsQuery())
  const { data: settings, error } = query
  if (settings) {
    return (
      <div className="max-w-170 space-y-4">
        {!settings.may_manage && (
          <Notice icon={<InfoIcon aria-hidden />}>Only team owners can change the quote page.</Notice>
        )}
        <Origin origin={settings.quote_origin} />
        <Panel className="p-4 sm:p-5">
          <SettingsForm settings={settings} Preview={Preview} />
        </Panel>
      </div>
    )
  }
  if (!error) return <SettingsSkeleton />
  return (
    <Panel className="max-w-170">
      <LoadError title="Couldn’t load your quote page" query={query} />
    </Panel>
  )
}

/** The domain of the quote links. Only the operator can set a team's own domain. */
function Origin({ origin }: { origin: Settings['quote_origin'] }) {
  return (
    <p className="text-muted [overflow-wrap:anywhere]">
      {origin === null ? (
        <>Links start with {location.origin}/quote/… Contact us to use your own domain.</>
      ) : (
        <>
          Links start with <strong className="font-semibold text-ink">{origin}</strong>, your team’s own
          domain.
        </>
      )}
    </p>
  )
}

function SettingsSkeleton() {
  return (
    <SkeletonRegion label="Loading your quote page" className="max-w-170">
      <Panel className="space-y-6 p-4 sm:p-5">
        <Skeleton className="h-16 w-full" />
        {[0, 1, 2].map((field) => (
          <div key={field} className="space-y-2">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-12 w-full" />
          </div>
        ))}
      </Panel>
    </SkeletonRegion>
  )
}
