import { useState } from 'react'
import { copyText } from '#web/lib/copy-text.ts'
import { Button } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.ts'

/** Copies a text that stands beside it, and says whether the browser let it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const Icon = outcome === 'copied' ? CheckIcon : CopyIcon
  return (
    <>
      <Button
        size="sm"
        {...(outcome !== 'copied' && { 'aria-label': label })}
        icon={<Icon aria-hidden className="size-4" />}
        onPress={async () => setOutcome((await copyText(text)) ? 'copied' : 'refused')}
      >
        {outcome === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {outcome === 'copied'
          ? 'Copied'
          : outcome === 'refused'
            ? 'The browser does not let the page copy'
            : ''}
      </span>
    </>
  )
}
