import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { markApplicationShown } from '#web/lib/http/start-page.ts'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { ApplicationForm } from './application-form.tsx'
import { CompanyDetails } from './company-details.tsx'
import { ApplicationState } from './application-state.tsx'
import { sellerAccountQuery } from './queries.ts'
import { SellerLimits } from './seller-limits.tsx'

/**
 * The application to sell, for a team that only buys; limits and their use, for one that sells, and `next`, where it goes
 * on from here.
 */
export function SellingSection({ next }: { next?: ReactNode }) {
  const state = useRef<HTMLDivElement>(null)
  const wasOpen = useRef<boolean>(undefined)
  const query = useQuery(sellerAccountQuery())
  const { data, error } = query
  const isOpen = data?.may_edit
  useEffect(() => {
    if (isOpen === undefined) return
    markApplicationShown({ isOpen })
    // The form has gone with the pressed button; what happened is said above it.
    if (wasOpen.current === true && !isOpen) state.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <TitledSection heading="Selling">
      <Panel className="max-w-170 space-y-5 p-4 sm:p-5">
        {data ? (
          <>
            <ApplicationState ref={state} account={data} />
            {data.can_sell && next}
            {data.limits && <SellerLimits limits={data.limits} />}
            {data.can_sell && <CompanyDetails account={data} />}
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
