import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WireAttendee } from '@terrace/contracts/attendees'
import { checkoutDraftRoutes, type WireCheckoutDraft } from '@terrace/contracts/checkout-draft'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#web/lib/api-client.ts'
import { errorText, isJudged } from '#web/lib/api-error.ts'
import {
  attendeesIn,
  changedPaths,
  draftBody,
  fieldsOfDraft,
  fieldsOfListing,
  type DraftFields,
} from './draft-fields.ts'
import { refusalsIn, type Refusal } from './draft-refusals.ts'
import type { Contact } from './payload.ts'
import { draftQuery } from './queries.ts'
import { useChangedElsewhere } from './use-changed-elsewhere.ts'

/** A pause in typing that long means: keep it now. */
const pauseMs = 500

/** What could not be kept is sent again after as long. */
const retryMs = 2000

/**
 * What is filled in, kept by the server for the team: it outlives a reload, a lapsed hold, another tab and another device
 * (product.md §6). What is typed here stands above what the server has; `known` is what stands in an empty draft.
 */
export function useDraft(known: Contact) {
  const queryClient = useQueryClient()
  const { data: draft } = useQuery(draftQuery())
  const kept = useMemo(() => fieldsOfDraft(draft), [draft])
  const [typed, setTyped] = useState<DraftFields>(new Map())
  // The same, for what is sent after the latest press of a key and before the next drawing.
  const latest = useRef(typed)
  const unkept = useRef<ReadonlySet<string>>(new Set())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isLeft = useRef(false)
  const isClosed = useRef(false)
  const [refused, setRefused] = useState<ReadonlyMap<string, Refusal>>(new Map())
  const elsewhere = useChangedElsewhere(draft && kept, typed)

  /** Null where nothing of it can be kept. What the server refuses by name waits until it is changed, and keeps nothing else back. */
  async function send(paths: readonly string[]): Promise<WireCheckoutDraft | null> {
    if (isClosed.current || paths.length === 0) return null
    const fields = new Map(paths.map((path) => [path, latest.current.get(path) ?? '']))
    elsewhere.send(fields)
    try {
      return (await call(checkoutDraftRoutes.keep, { body: draftBody(fields) })).data
    } catch (error) {
      const refusals = refusalsIn(error, fields)
      if (refusals.size === 0) throw error
      setRefused((known) => new Map([...known, ...refusals]))
      return send(paths.filter((path) => !refusals.has(path)))
    }
  }

  const { mutate, mutateAsync, error } = useMutation({
    // One after the other, each with what is known by its turn: an earlier one must not arrive after a later one.
    scope: { id: checkoutDraftRoutes.keep.name },
    mutationFn: send,
    onSuccess: (draft) => draft && queryClient.setQueryData(draftQuery().queryKey, draft),
    // For every save, also one that another has followed: it goes with the next one.
    onError: (error, paths) => {
      unkept.current = new Set([...unkept.current, ...paths])
      if (!isLeft.current && !isJudged(error)) plan(retryMs)
    },
  })

  const keep = useCallback(() => {
    clearTimeout(timer.current)
    const paths = [...unkept.current]
    if (paths.length === 0) return
    unkept.current = new Set()
    mutate(paths)
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

  /** Keeps at once, and waits for it: a purchase forgets what is kept of it, and nothing of it may come after. Never throws. */
  async function keepFirst(): Promise<void> {
    clearTimeout(timer.current)
    const paths = [...unkept.current]
    if (paths.length === 0) return
    unkept.current = new Set()
    const patience = new Promise((resolve) => {
      setTimeout(resolve, retryMs)
    })
    // What cannot be kept now is in the purchase itself.
    await Promise.race([mutateAsync(paths).catch(() => undefined), patience])
  }

  function edit(change: DraftFields) {
    latest.current = new Map([...latest.current, ...change])
    setTyped(latest.current)
    unkept.current = new Set([...unkept.current, ...change.keys()])
    plan(pauseMs)
  }

  /** Of these fields, those that now say something else than before. */
  function editFrom(before: DraftFields, after: DraftFields) {
    edit(new Map(changedPaths(before, after).map((path) => [path, after.get(path) ?? ''])))
  }

  const shown = new Map([['email', known.email], ['phone', known.phone], ...kept, ...typed])
  const contact = { email: shown.get('email') ?? '', phone: shown.get('phone') ?? '' }
  const attendees = attendeesIn(shown)
  return {
    contact,
    attendees,
    setContact: (next: Contact) => editFrom(new Map(Object.entries(contact)), new Map(Object.entries(next))),
    setAttendees: (listingId: string, list: readonly WireAttendee[]) =>
      editFrom(fieldsOfListing(listingId, attendees[listingId] ?? []), fieldsOfListing(listingId, list)),
    keepFirst,
    /** It is bought: who goes in stands in the order now, and neither what waits nor what failed is kept here any more. */
    close: () => {
      isClosed.current = true
    },
    /** Why the latest save was not kept, where that is no single field's fault. */
    unkept: error && unkeptText(error),
    /** The purchase was refused for these fields as they stand: by path, why. */
    refuse: (reasons: ReadonlyMap<string, string>) =>
      setRefused(
        (known) =>
          new Map([
            ...known,
            ...[...reasons].map(([path, reason]) => [path, { text: shown.get(path) ?? '', reason }] as const),
          ]),
      ),
    /** Why the server will not have a field as it stands, by its path. */
    refusals: new Map(
      [...refused].flatMap(([path, { text, reason }]) =>
        (shown.get(path) ?? '') === text ? [[path, reason]] : [],
      ),
    ),
    /** What another device has changed while this page stood here. */
    elsewhere: {
      taken: elsewhere.taken,
      refused: [...elsewhere.refused.keys()],
      dismiss: elsewhere.forget,
      /** Puts what stands there in place of what was typed here. */
      take: () => {
        edit(elsewhere.refused)
        elsewhere.forget()
      },
    },
  }
}

function unkeptText(error: unknown): string {
  return isJudged(error) ? `Not kept: ${errorText(error)}` : 'Not kept yet: no connection'
}
