import { useQuery } from '@tanstack/react-query'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { LegalDetailsForm } from './legal-details-form.tsx'
import { legalDetailsQuery } from './queries.ts'

/** Legal name, address and tax number for invoices; for owners. */
export function LegalDetailsSection() {
  const query = useQuery(legalDetailsQuery())
  const { data, error } = query
  return (
    <TitledSection heading="Invoice details">
      <Panel className="p-4 sm:p-5">
        {data ? (
          <LegalDetailsForm saved={data} />
        ) : error ? (
          <LoadError title="Couldn’t load your invoice details" query={query} />
        ) : (
          <SkeletonRegion label="Loading your invoice details" className="space-y-3">
            <Skeleton className="h-10 max-w-96" />
            <Skeleton className="h-20 max-w-96" />
          </SkeletonRegion>
        )}
      </Panel>
    </TitledSection>
  )
}
