import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WireAttendee } from '@terrace/contracts/attendees'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import type { BodyInputOf } from '@terrace/contracts/route'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#web/lib/api-client.ts'
import { ApiError } from '#web/lib/api-error.ts'
import type { AttendeesByListing } from './attendees.ts'
import type { Contact } from './payload.ts'
import { draftQuery } from './queries.ts'

/** A pause in typing that long means: keep it now. */
const pauseMs = 500

/** What could not be kept is sent again after as long. */
const retryMs = 2000

type DraftBody = BodyInputOf<typeof checkoutDraftRoutes.keep>

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
  const typed = useRef<Edits>({ attendees: {} })
  const isLeft = useRef(false)
  const { mutate, isError, isPending } = useMutation({
    // One after the other: an earlier one must not arrive after a later one.
    scope: { id: checkoutDraftRoutes.keep.name },
    mutationFn: (body: DraftBody) => call(checkoutDraftRoutes.keep, { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(draftQuery().queryKey, data),
    // For every save, also one that another has followed: it goes with the next one, unless something newer was typed.
    onError: (error, body) => {
      unkept.current = merged(newest(body, typed.current), unkept.current)
      const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
      if (!isLeft.current && !isRefused) plan(retryMs)
    },
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
    mutate({
      ...(email !== undefined && { email_address: email }),
      ...(phone !== undefined && { contact_number: phone }),
      ...(listings.length > 0 && { listings }),
    })
  }, [mutate])

  function plan(ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(keep, ms)
  }

  // Leaving the page, or only looking elsewhere, keeps at once what the pause was waited for.
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', onHide)
    isLeft.current = false
    return () => {
      isLeft.current = true
      document.removeEventListener('visibilitychange', onHide)
      keep()
    }
  }, [keep])

  function edit(change: Partial<Edits>) {
    setEdits((present) => merged(present, change))
    typed.current = merged(typed.current, change)
    unkept.current = merged(unkept.current, change)
    plan(pauseMs)
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

/** What a save was of, as it has been typed by now: a later save may have told a part of it already. */
function newest({ email_address, contact_number, listings = [] }: DraftBody, typed: Edits): Loose {
  return {
    email: email_address === undefined ? undefined : typed.email,
    phone: contact_number === undefined ? undefined : typed.phone,
    attendees: Object.fromEntries(
      listings.map(({ listing_id }) => [listing_id, typed.attendees[listing_id] ?? []]),
    ),
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
