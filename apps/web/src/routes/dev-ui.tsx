import { useEffect, useState } from 'react'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { Controls } from '#web/ui/gallery/controls.tsx'
import { Fields } from '#web/ui/gallery/fields.tsx'
import { Foundations } from '#web/ui/gallery/foundations.tsx'
import { Lists } from '#web/ui/gallery/lists.tsx'
import { Overlays } from '#web/ui/gallery/overlays.tsx'
import { DataDisplay } from '#web/ui/gallery/data-display.tsx'
import { States } from '#web/ui/gallery/states.tsx'
import { Wordmark } from '#web/ui/data-display/logo.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { env } from '#web/lib/env.ts'

const views = [
  { value: 'both', label: 'Side by side' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Shows every component of the design system in every state and both themes; development only. */
export default function DevUi() {
  const [view, setView] = useState(() => new URLSearchParams(location.search).get('theme') ?? 'both')
  useTitle('Design system')
  useEffect(() => {
    // Overlays render at the end of the document, so a single theme applies to all of it.
    if (view === 'both') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = view
    return () => {
      delete document.documentElement.dataset['theme']
    }
  }, [view])
  const themes = view === 'both' ? (['light', 'dark'] as const) : [view]
  return (
    <main tabIndex={-1}>
      <header className="sticky top-0 z-30 flex h-16 items-center gap-4 border-b border-line bg-surface px-4 sm:px-6">
        <Wordmark brand={env().brand} />
        <h1 className="text-sm text-muted max-sm:sr-only">Design system</h1>
        <Segmented label="Theme" segments={views} value={view} onChange={setView} className="ml-auto" />
      </header>
      <div className={view === 'both' ? 'grid xl:grid-cols-2' : ''}>
        {themes.map((theme) => (
          <div key={theme} data-theme={theme} className="min-w-0 bg-paper p-4 text-ink sm:p-8">
            <div className="mx-auto flex max-w-5xl flex-col gap-12">
              <Foundations theme={theme} />
              <Controls />
              <Fields />
              <Overlays />
              <DataDisplay />
              <Lists />
              <States />
            </div>
          </div>
        ))}
      </div>
    </main>
  )
}
