import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Imports } from '#web/features/inventory-imports/imports.tsx'
import { parsePlace, pathOf, type ImportPlace } from '#web/features/inventory-imports/import-place.ts'
import { searchUpcomingEvents } from './load-event-search.ts'

/** Files of a seller's stock; the open file, profile, tab and order are in the URL. */
export default function SellImports() {
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const search = useLocation({ select: (location) => location.search })
  const place = useMemo(() => parsePlace(pathname, search), [pathname, search])
  const go = (next: ImportPlace, replace = false) => {
    const { path, params } = pathOf(next)
    void navigate({ to: '/sell/$', params: { _splat: path }, search: params, replace })
  }
  return <Imports place={place} go={go} searchEvents={searchUpcomingEvents} />
}
