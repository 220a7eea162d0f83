import { useState } from 'react'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CalendarPlusIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { CalendarSubject } from './calendar-queries.ts'

const loadDialog = async () => ({ default: (await import('./subscribe-dialog.tsx')).SubscribeDialog })

/** Opens the dialog that creates a calendar address; the dialog loads on first use. */
export function SubscribeButton({ subject, title }: { subject: CalendarSubject; title: string }) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const preload = () => void preloadComponent(loadDialog)
  return (
    <>
      <Button
        size="sm"
        icon={<CalendarPlusIcon aria-hidden className="size-4" />}
        aria-haspopup="dialog"
        onHoverStart={preload}
        onFocus={preload}
        onPress={() => setState('open')}
      >
        Subscribe
      </Button>
      {state !== 'unused' && (
        <LazyPart
          load={loadDialog}
          props={{ subject, title, isOpen: state === 'open', onClose: () => setState('closed') }}
        />
      )}
    </>
  )
}
