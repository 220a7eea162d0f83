import { Button } from '#web/ui/controls/button.tsx'
import { HistoryIcon } from '#web/ui/icons.ts'
import { useRecentSearches } from './recent-searches.ts'

export function RecentSearches({ onChoose }: { onChoose: (text: string) => void }) {
  const { recent, clear } = useRecentSearches()
  if (recent.length === 0) return null
  return (
    <>
      <div className="mb-1 flex h-8 items-center justify-between gap-3">
        <h2 className="text-xs font-semibold text-muted">Recent searches</h2>
        <Button tone="quiet" size="sm" className="-mr-3 text-muted" onPress={clear}>
          Clear all
        </Button>
      </div>
      <ul className="flex gap-1 max-xl:-mx-4 max-xl:overflow-x-auto max-xl:px-4 max-xl:pb-1 max-xl:[scrollbar-width:none] sm:max-xl:mx-0 sm:max-xl:px-0 xl:flex-col">
        {recent.map((text) => (
          <li key={text} className="max-xl:max-w-56 max-xl:shrink-0">
            <button
              type="button"
              onClick={() => onChoose(text)}
              className="flex w-full items-center gap-2.5 rounded px-2.5 py-2 text-left hover:bg-ink/6 max-xl:border max-xl:border-line max-xl:bg-surface"
            >
              <HistoryIcon aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="truncate">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
