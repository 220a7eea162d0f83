import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WireAttendee } from '@terrace/contracts/attendees'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import type { BodyInputOf } from '@terrace/contracts/route'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#web/lib/api-client.ts'
import type { AttendeesByListing } from './attendees.ts'
import type { Contact } from './payload.ts'
import { draftQuery } from './queries.ts'

/** A pause in typing that long means: keep it now. */
const pauseMs = 500

/** What was typed in this tab and is not yet, or cannot be, told apart from what the server keeps. */
interface Edits {
  email?: string
  phone?: string
  attendees: Readonly<Record<string, readonly WireAttendee[]>>
}

/**
 * What is filled in, kept by the server for the team: it outlives a reload, a lapsed hold, another tab and another device
 * (product.md §6). What is typed here stands above what the server has; `known` is what stands in an empty draft.
 */
export function useDraft(known: Contact) {
  const queryClient = useQueryClient()
  const { data: draft } = useQuery(draftQuery())
  const [edits, setEdits] = useState<Edits>({ attendees: {} })
  const unkept = useRef<Edits>({ attendees: {} })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const { mutate, isError, isPending } = useMutation({
    mutationFn: (body: BodyInputOf<typeof checkoutDraftRoutes.keep>) =>
      call(checkoutDraftRoutes.keep, { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(draftQuery().queryKey, data),
  })

  const keep = useCallback(() => {
    clearTimeout(timer.current)
    const { email, phone, attendees } = unkept.current
    const listings = Object.entries(attendees).map(([listing_id, list]) => ({
      listing_id,
      attendees: [...list],
    }))
    if (email === undefined && phone === undefined && listings.length === 0) return
    unkept.current = { attendees: {} }
    const notKept = { email, phone, attendees }
    mutate(
      {
        ...(email !== undefined && { email_address: email }),
        ...(phone !== undefined && { contact_number: phone }),
        ...(listings.length > 0 && { listings }),
      },
      // It goes with the next one, unless something newer was typed meanwhile.
      { onError: () => (unkept.current = merged(notKept, unkept.current)) },
    )
  }, [mutate])

  // Leaving the page, or only looking elsewhere, keeps at once what the pause was waited for.
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      keep()
    }
  }, [keep])

  function edit(change: Partial<Edits>) {
    setEdits((present) => merged(present, change))
    unkept.current = merged(unkept.current, change)
    clearTimeout(timer.current)
    timer.current = setTimeout(keep, pauseMs)
  }

  const kept = Object.fromEntries(
    (draft?.listings ?? []).map(({ listing_id, attendees }) => [listing_id, attendees]),
  )
  const attendees: AttendeesByListing = { ...kept, ...edits.attendees }
  return {
    contact: {
      email: edits.email ?? draft?.email_address ?? known.email,
      phone: edits.phone ?? draft?.contact_number ?? known.phone,
    },
    attendees,
    setContact: ({ email, phone }: Contact) => edit({ email, phone }),
    setAttendees: (listingId: string, list: readonly WireAttendee[]) =>
      edit({ attendees: { [listingId]: list } }),
    state: isError ? ('unkept' as const) : isPending ? ('keeping' as const) : ('kept' as const),
  }
}

type Loose = { email?: string | undefined; phone?: string | undefined; attendees?: Edits['attendees'] }

/** The later one's word where both say something. */
function merged(earlier: Loose, later: Loose): Edits {
  const email = later.email ?? earlier.email
  const phone = later.phone ?? earlier.phone
  return {
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    attendees: { ...earlier.attendees, ...later.attendees },
  }
}
