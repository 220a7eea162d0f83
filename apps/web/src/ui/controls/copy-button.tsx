import { useState } from 'react'
import { copyText } from '#web/lib/format/copy-text.ts'
import { Button } from './button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'

/** Copies `text` and reports whether the browser allowed it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'blocked' | null>(null)
  const Icon = outcome === 'copied' ? CheckIcon : CopyIcon
  return (
    <>
      <Button
        size="sm"
        {...(outcome !== 'copied' && { 'aria-label': label })}
        icon={<Icon aria-hidden className="size-4" />}
        onPress={async () => setOutcome((await copyText(text)) ? 'copied' : 'blocked')}
      >
        {outcome === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {outcome === 'copied' ? 'Copied' : outcome === 'blocked' ? 'Your browser blocked copying' : ''}
      </span>
    </>
  )
}
