import { useQuery } from '@tanstack/react-query'
import { PolicyContents, PolicyText } from '#web/features/content/policy-text.tsx'
import { ReadingPage } from '#web/features/content/reading-page.tsx'
import { sellerTermsQuery } from '#web/features/selling/queries.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

/** What a team agrees to when it applies to sell. */
export default function SellerTerms() {
  useTitle('Seller terms')
  const query = useQuery(sellerTermsQuery())
  const { data, isError } = query
  return (
    <ReadingPage
      title="Seller terms"
      lead={data && `Version ${data.version}. They apply in addition to the terms and conditions.`}
      aside={data && <PolicyContents sections={data.sections} />}
    >
      {data ? (
        <PolicyText sections={data.sections} />
      ) : isError ? (
        <Panel>
          <LoadError title="Couldn’t load the seller terms" query={query} />
        </Panel>
      ) : (
        <SkeletonRegion label="Loading the seller terms" className="space-y-3">
          {['w-full', 'w-11/12', 'w-full', 'w-3/5'].map((width, index) => (
            <Skeleton key={index} className={`h-4 ${width}`} />
          ))}
        </SkeletonRegion>
      )}
    </ReadingPage>
  )
}
