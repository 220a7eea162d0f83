import { useQuery } from '@tanstack/react-query'
import { InfoIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice, Panel } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { quoteSettingsQuery } from './queries.ts'
import { SettingsForm, type Settings } from './settings-form.tsx'

type QuoteSettingsProps = Pick<Parameters<typeof SettingsForm>[0], 'Preview'>

/** How the page looks and behaves that a team's clients see (product.md §5, §12). */
export function QuoteSettings({ Preview }: QuoteSettingsProps) {
  const query = useQuery(quoteSettingsQuery())
  const { data: settings, error } = query
  if (settings) {
    return (
      <div className="max-w-170 space-y-4">
        {!settings.may_manage && (
          <Notice icon={<InfoIcon aria-hidden />}>
            Only an owner of the team can change how its quotes look.
          </Notice>
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
      <LoadError title="Your quote page could not be loaded" query={query} />
    </Panel>
  )
}

/** Where the links lead; an address of the team's own is the operator's to set up. */
function Origin({ origin }: { origin: Settings['quote_origin'] }) {
  return (
    <p className="text-muted [overflow-wrap:anywhere]">
      {origin === null ? (
        <>Links lead to {location.origin}/quote/… Ask the marketplace for an address of your own.</>
      ) : (
        <>
          Links lead to <strong className="font-semibold text-ink">{origin}</strong>, your team’s own address.
        </>
      )}
    </p>
  )
}

function SettingsSkeleton() {
  return (
    <SkeletonRegion label="Your quote page is loading" className="max-w-170">
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
