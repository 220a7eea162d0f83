import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { useQuery } from '@tanstack/react-query'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { ApplicationForm } from './application-form.tsx'
import { sellerAccountQuery } from './queries.ts'
import { SellerLimits } from './seller-limits.tsx'

const stateTexts: Readonly<Record<WireSellerAccount['state'], string>> = {
  none: 'Tell us about your company. We look at each application before a team can sell.',
  draft: 'Your application is a draft. Submit it when it is complete.',
  submitted: 'Your application has been submitted. You get an email when it is decided.',
  information_wanted: 'We have a question. Change what is needed and submit the application again.',
  approved: 'Your team can sell.',
  declined: 'Your application was declined.',
}

/** The way to selling for a team that buys; limits and their use for one that sells. */
export function SellingSection() {
  const query = useQuery(sellerAccountQuery())
  const { data, error } = query
  return (
    <TitledSection heading="Selling">
      <Panel className="max-w-170 space-y-5 p-4 sm:p-5">
        {data ? (
          <>
            <p role="status">{data.can_sell ? stateTexts.approved : stateTexts[data.state]}</p>
            {data.operator_note !== null && <p className="font-medium break-words">{data.operator_note}</p>}
            <SellerLimits limits={data.limits} suspended={data.suspended} />
            {data.may_edit && <ApplicationForm account={data} />}
            {!data.may_manage && !data.can_sell && (
              <p className="text-sm text-muted">Only owners of your team can apply.</p>
            )}
          </>
        ) : error ? (
          <LoadError title="Couldn’t load your seller account" query={query} />
        ) : (
          <SkeletonRegion label="Loading your seller account" className="space-y-3">
            <Skeleton className="h-5 w-72" />
            <Skeleton className="h-10 max-w-96" />
          </SkeletonRegion>
        )}
      </Panel>
    </TitledSection>
  )
}
