import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { AlertTriangleIcon, InfoIcon, TicketIcon } from '../icons.ts'
import { Notice, Panel } from '#web/ui/layout/panel.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Skeleton, SkeletonRegion, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Sample, Section } from './section.tsx'

export function States() {
  return (
    <Section title="States">
      <Sample name="Skeletons in the shape of the content" isStacked>
        <Panel className="overflow-hidden">
          <SkeletonRegion label="Loading listings">
            <SkeletonRows rows={3} columns={[6, 8, 4, 5]} />
          </SkeletonRegion>
        </Panel>
        <Panel className="w-64 overflow-hidden">
          <SkeletonRegion label="Loading event">
            <Skeleton className="h-22 rounded-none!" />
            <div className="space-y-2 p-4">
              <Skeleton className="h-4 w-4/5" />
              <Skeleton className="h-3 w-3/5" />
            </div>
          </SkeletonRegion>
        </Panel>
      </Sample>
      <Sample name="Progress: indeterminate, determinate" isStacked>
        <ProgressBar label="Loading" />
        <ProgressBar label="Importing listings" value={41_200} max={60_000} isLabelShown />
      </Sample>
      <Sample name="Empty, error, offline" isStacked>
        <Panel>
          <EmptyState
            icon={<TicketIcon />}
            title="No purchases yet"
            message="Paid orders appear here."
            action={<Button>Find an event</Button>}
          />
        </Panel>
        <Panel>
          <ErrorState
            title="Couldn’t load listings"
            message="Something went wrong!"
            onRetry={() => undefined}
          />
        </Panel>
        <Panel>
          <ErrorState
            title="You’re offline"
            message="Prices load when you’re back online."
            isOffline
            onRetry={() => undefined}
            isRetrying
          />
        </Panel>
      </Sample>
      <Sample name="Notices" isStacked>
        <Notice icon={<InfoIcon />}>Your order may contain tickets from multiple sellers.</Notice>
        <Notice tone="signal" icon={<AlertTriangleIcon />}>
          The price changed from £104.00 to £98.00.
        </Notice>
        <Notice tone="danger" icon={<AlertTriangleIcon />}>
          The card was declined. Nothing was charged.
        </Notice>
        <Notice tone="ok" icon={<TicketIcon />}>
          The seller delivered your tickets.
        </Notice>
      </Sample>
    </Section>
  )
}
