import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { preferenceCommands } from '#web/features/accounts/preferences/preference-commands.ts'
import { useLogOut } from '#web/features/accounts/use-log-out.ts'
import { useClientTargets } from '#web/features/clients/client-targets.ts'
import { useHoldTargets } from '#web/features/holds/hold-targets.ts'
import { useOrderTargets } from '#web/features/orders/order-targets.ts'
import { CommandPalette } from '#web/features/palette/command-palette.tsx'
import { pageTargets } from '#web/features/palette/pages.ts'
import { commandEntry, type PaletteEntry } from '#web/features/palette/palette-entry.ts'
import { paletteGroups } from '#web/features/palette/palette-groups.ts'
import type { OpenPaletteProps } from '#web/features/palette/palette-host.tsx'
import { parsePaletteText } from '#web/features/palette/palette-text.ts'
import { useRecentEntries } from '#web/features/palette/recent-entries.ts'
import { useQuoteTargets } from '#web/features/quotes/quote-targets.ts'
import { useEventTargets } from '#web/features/search/query/event-targets.ts'
import { useTrackedTargets } from '#web/features/tracking/tracked-targets.ts'
import { quickEntryParams } from '#web/features/listings/filters/quick-entry.ts'
import { offeredCommands } from '#web/lib/commands/command-registry.ts'
import { stringifySearch } from '#web/lib/url/search-params.ts'
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts'

/** The server is asked once nothing was typed for this long: longer than between keys that are rolled or held. */
const debounceMs = 35

/** The command palette of a buyer, with results from other features. */
export default function BuyerPalette({ focused, typedAhead, onClose }: OpenPaletteProps) {
  const navigate = useNavigate()
  const logOut = useLogOut()
  const [text, setText] = useState(typedAhead.text)
  const { scope, search } = parsePaletteText(text)
  const searched = useDebouncedValue(search, debounceMs)
  const textFor = (...scopes: (typeof scope)[]) => (scopes.includes(scope) ? searched : '')
  const remote = {
    events: useEventTargets(textFor('all'), (entry) => stringifySearch(quickEntryParams(entry))),
    orders: useOrderTargets(textFor('all', 'orders')),
    quotes: useQuoteTargets(textFor('all', 'orders')),
    clients: useClientTargets(textFor('all', 'clients')),
  }
  const holds = useHoldTargets()
  const tracked = useTrackedTargets()

  const account = { title: 'Account', commands: preferenceCommands(() => logOut.mutate()) }
  const commands = [...offeredCommands(focused), account]
  const entries = commands.flatMap((group) => group.commands).map(commandEntry)
  const recent = useRecentEntries(
    new Map(entries.filter((entry) => entry !== null).map((entry) => [entry.id, entry])),
  )
  const found = paletteGroups(text, searched, {
    ...remote,
    commands,
    pages: pageTargets(),
    recent: recent.entries,
    holds,
    tracked,
  })
  const results = Object.values(remote)

  function choose(entry: PaletteEntry, place: 'here' | 'new-tab') {
    const { action } = entry
    recent.add(entry)
    if (!('href' in action)) onClose(action.run)
    else if (place === 'new-tab') window.open(action.href, '_blank', 'noopener')
    else onClose(() => void navigate({ href: action.href, state: { focusesList: entry.kind === 'event' } }))
  }

  return (
    <CommandPalette
      text={text}
      isEntered={typedAhead.isEntered}
      onText={setText}
      results={found}
      context={
        commands
          .flatMap((group) => group.commands)
          .find(({ scope, isOfSelection }) => scope !== undefined || isOfSelection)?.detail
      }
      state={{
        isPending: searched !== search || results.some(({ isPending }) => isPending),
        isOffline: results.some(({ isOffline }) => isOffline),
        isFailed: results.some(({ isFailed }) => isFailed),
        note: remote.events.note,
        onRetry: () => {
          for (const { isFailed, retry } of results) if (isFailed) retry()
        },
      }}
      onChoose={choose}
      onClose={onClose}
    />
  )
}
