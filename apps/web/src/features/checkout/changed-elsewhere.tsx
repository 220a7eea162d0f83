import { Button } from '#web/ui/button.tsx'
import { InfoIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/panel.tsx'
import { pathNames } from './draft-fields.ts'
import type { useDraft } from './use-draft.ts'

/** Says what was changed on another device: what was taken over from there, and what was not since it is typed here. */
export function ChangedElsewhere({ elsewhere }: { elsewhere: ReturnType<typeof useDraft>['elsewhere'] }) {
  const { taken, refused, dismiss, take } = elsewhere
  return (
    <div role="status" className="not-empty:mb-3">
      {(taken.length > 0 || refused.length > 0) && (
        <Notice tone={refused.length > 0 ? 'signal' : 'neutral'} icon={<InfoIcon aria-hidden />}>
          {taken.length > 0 && (
            <p>Changed on another device, and shown here as it is there: {pathNames(taken)}.</p>
          )}
          {refused.length > 0 && (
            <p>Changed on another device too: {pathNames(refused)}. What you typed here stays.</p>
          )}
          <div className="mt-2 flex flex-wrap gap-2">
            {refused.length > 0 && (
              <Button size="sm" onPress={take}>
                Take what is there
              </Button>
            )}
            <Button size="sm" tone="quiet" onPress={dismiss} className="first:-ml-3">
              {refused.length > 0 ? 'Keep mine' : 'OK'}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
