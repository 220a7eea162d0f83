import { useEffect, useId, useRef } from 'react'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { ExternalLinkIcon } from '#web/ui/icons.ts'

/** A new secret address, to copy or to open in a calendar app. `path` is its path on this site. */
export function CalendarAddress({ path, title }: { path: string; title: string }) {
  const labelId = useId()
  const box = useRef<HTMLDivElement>(null)
  // The pressed button may be gone, and copying comes next.
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const address = new URL(path, location.origin)
  return (
    <div ref={box} className="rounded border border-line bg-sunken px-4 py-3">
      <p id={labelId} className="text-xs font-semibold text-muted">
        Address
      </p>
      <code
        aria-labelledby={labelId}
        className="mt-1 block font-mono text-xs [overflow-wrap:anywhere] select-all"
      >
        {address.href}
      </code>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={address.href} label={`Copy address of ${title}`} />
        <a href={`webcal://${address.host}${address.pathname}`} className={buttonClass('secondary', 'sm')}>
          <ExternalLinkIcon aria-hidden className="size-4" />
          Open in calendar app
        </a>
      </div>
      <p className="mt-3 text-xs text-muted">
        Copy it now: it isn’t shown again. Anyone who knows it can read this calendar.
      </p>
    </div>
  )
}
