import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WireAttendee } from '@terrace/contracts/attendees'
import { checkoutDraftRoutes, type WireCheckoutDraft } from '@terrace/contracts/checkout-draft'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { errorText, isPermanentError } from '#web/lib/http/api-error.ts'
import {
  attendeesIn,
  changedPaths,
  draftBody,
  fieldsOfDraft,
  fieldsOfListing,
  type DraftFields,
} from './draft-fields.ts'
import { rejectionsIn, type Rejection } from './draft-rejections.ts'
import type { Contact } from '#web/features/checkout/payment/payload.ts'
import { draftQuery } from '#web/features/checkout/queries.ts'
import { useRemoteChanges } from './use-remote-changes.ts'

/** Saves after this pause in typing. */
const pauseMs = 500

/** Delay before a failed save is retried. */
const retryMs = 2000

/**
 * The checkout form's values, saved on the server for the team, so they survive a reload, an expired hold and a
 * change of device (product.md §6). Local edits override saved values; `defaultContact` fills an empty draft.
 */
export function useDraft(defaultContact: Contact) {
  const queryClient = useQueryClient()
  const { data: draft } = useQuery(draftQuery())
  const saved = useMemo(() => fieldsOfDraft(draft), [draft])
  const [typed, setTyped] = useState<DraftFields>(new Map())
  // The current edits for saves that run before the next render.
  const latest = useRef(typed)
  const unsaved = useRef<ReadonlySet<string>>(new Set())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isUnmounted = useRef(false)
  const isClosed = useRef(false)
  const [rejected, setRejected] = useState<ReadonlyMap<string, Rejection>>(new Map())
  const remoteChanges = useRemoteChanges(draft && saved, typed)

  /**
   * Returns `null` when nothing could be saved. Fields that the server rejects are left out, so they do not block the
   * others.
   */
  async function send(paths: readonly string[]): Promise<WireCheckoutDraft | null> {
    if (isClosed.current || paths.length === 0) return null
    const fields = new Map(paths.map((path) => [path, latest.current.get(path) ?? '']))
    remoteChanges.recordSent(fields)
    try {
      return (await call(checkoutDraftRoutes.save, { body: draftBody(fields) })).data
    } catch (error) {
      const rejections = rejectionsIn(error, fields)
      if (rejections.size === 0) throw error
      setRejected((known) => new Map([...known, ...rejections]))
      return send(paths.filter((path) => !rejections.has(path)))
    }
  }

  const { mutate, mutateAsync, error } = useMutation({
    // Saves run one at a time, so an earlier one never arrives after a later one.
    scope: { id: checkoutDraftRoutes.save.name },
    mutationFn: send,
    onSuccess: (draft) => draft && queryClient.setQueryData(draftQuery().queryKey, draft),
    // Failed fields join the next save, even if another save has started.
    onError: (error, paths) => {
      unsaved.current = new Set([...unsaved.current, ...paths])
      if (!isUnmounted.current && !isPermanentError(error)) scheduleSave(retryMs)
    },
  })

  const save = useCallback(() => {
    clearTimeout(timer.current)
    const paths = [...unsaved.current]
    if (paths.length === 0) return
    unsaved.current = new Set()
    mutate(paths)
  }, [mutate])

  function scheduleSave(ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(save, ms)
  }

  // Save immediately when the page is hidden or left.
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && save()
    document.addEventListener('visibilitychange', onHide)
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      document.removeEventListener('visibilitychange', onHide)
      save()
    }
  }, [save])

  /**
   * Saves immediately and waits, because a purchase deletes the draft and a later save would recreate it. Never
   * throws.
   */
  async function saveNow(): Promise<void> {
    clearTimeout(timer.current)
    const paths = [...unsaved.current]
    if (paths.length === 0) return
    unsaved.current = new Set()
    const timeout = new Promise((resolve) => {
      setTimeout(resolve, retryMs)
    })
    // The purchase request contains the same values, so a failed save is harmless.
    await Promise.race([mutateAsync(paths).catch(() => undefined), timeout])
  }

  function edit(change: DraftFields) {
    latest.current = new Map([...latest.current, ...change])
    setTyped(latest.current)
    unsaved.current = new Set([...unsaved.current, ...change.keys()])
    scheduleSave(pauseMs)
  }

  /** Records the fields that differ between the two. */
  function editFrom(before: DraftFields, after: DraftFields) {
    edit(new Map(changedPaths(before, after).map((path) => [path, after.get(path) ?? ''])))
  }

  const values = new Map([
    ['email', defaultContact.email],
    ['phone', defaultContact.phone],
    ...saved,
    ...typed,
  ])
  const contact = { email: values.get('email') ?? '', phone: values.get('phone') ?? '' }
  const attendees = attendeesIn(values)
  return {
    contact,
    attendees,
    setContact: (updated: Contact) =>
      editFrom(new Map(Object.entries(contact)), new Map(Object.entries(updated))),
    setAttendees: (listingId: string, list: readonly WireAttendee[]) =>
      editFrom(fieldsOfListing(listingId, attendees[listingId] ?? []), fieldsOfListing(listingId, list)),
    saveNow,
    /** Stops saving: the order now contains the attendees. */
    close: () => {
      isClosed.current = true
    },
    /** Why the latest save failed, unless single fields were rejected. */
    saveProblem: error && saveProblemText(error),
    /** Marks current values that the purchase rejected, by path. */
    rejectFields: (reasons: ReadonlyMap<string, string>) =>
      setRejected(
        (known) =>
          new Map([
            ...known,
            ...[...reasons].map(
              ([path, reason]) => [path, { text: values.get(path) ?? '', reason }] as const,
            ),
          ]),
      ),
    /** Reasons for rejected values that have not changed since, by path. */
    rejections: new Map(
      [...rejected].flatMap(([path, { text, reason }]) =>
        (values.get(path) ?? '') === text ? [[path, reason]] : [],
      ),
    ),
    /** Changes made on another device while this page is open. */
    remoteChanges: {
      applied: remoteChanges.applied,
      conflicting: [...remoteChanges.conflicting.keys()],
      dismiss: remoteChanges.clear,
      /** Replaces local edits with the other device's values. */
      acceptRemote: () => {
        edit(remoteChanges.conflicting)
        remoteChanges.clear()
      },
    },
  }
}

function saveProblemText(error: unknown): string {
  if (isPermanentError(error)) return `Not saved: ${errorText(error)}`
  return navigator.onLine ? 'Not saved. Trying again…' : 'Not saved. You’re offline.'
}
