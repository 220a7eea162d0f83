import { Button } from '#web/ui/button.tsx'
import { InfoIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/panel.tsx'
import { pathLabel } from './draft-fields.ts'
import type { useDraft } from './use-draft.ts'

/** As many fields are named; of more, how many they are. */
const mostNamed = 3

/** Says what was changed on another device: what was taken over from there, and what was not since it is typed here. */
export function ChangedElsewhere({ elsewhere }: { elsewhere: ReturnType<typeof useDraft>['elsewhere'] }) {
  const { taken, refused, dismiss, take } = elsewhere
  return (
    <div role="status" className="not-empty:mb-3">
      {(taken.length > 0 || refused.length > 0) && (
        <Notice tone={refused.length > 0 ? 'signal' : 'neutral'} icon={<InfoIcon aria-hidden />}>
          {taken.length > 0 && (
            <p>Changed on another device, and shown here as it is there: {namesOf(taken)}.</p>
          )}
          {refused.length > 0 && (
            <p>Changed on another device too: {namesOf(refused)}. What you typed here stays.</p>
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

function namesOf(paths: readonly string[]): string {
  const named = paths.slice(0, mostNamed).map(pathLabel).join(', ')
  return paths.length > mostNamed ? `${named} and ${paths.length - mostNamed} more` : named
}
