/**
 * Life cycles as data: a table says from which states an action may be taken and where it leads; the questions that
 * code asks are derived from it, so that no `if` elsewhere can disagree with the table.
 */

export type Transition<State extends string> = { readonly from: readonly State[]; readonly to: State }

export type Transitions<State extends string, Action extends string> = Readonly<
  Record<Action, Transition<State>>
>

export type Lifecycle<State extends string, Action extends string> = {
  /** `can.release({ state: 'active' })`: whether the action may be taken now. */
  readonly can: Readonly<Record<Action, (thing: { readonly state: State }) => boolean>>
  /** Where the action leads, or null where it may not be taken. */
  next(state: State, action: Action): State | null
  /** Whether nothing can happen any more. */
  isFinal(state: State): boolean
}

export function defineLifecycle<State extends string, Action extends string>(
  transitions: Transitions<State, Action>,
): Lifecycle<State, Action> {
  // Object.keys forgets that the keys of a Record<Action, …> are Actions.
  const actions = Object.keys(transitions) as Action[]
  const allows = (action: Action, state: State) => transitions[action].from.includes(state)
  const predicates = actions.map((action) => [
    action,
    ({ state }: { readonly state: State }) => allows(action, state),
  ])
  return {
    // Object.fromEntries forgets them too.
    can: Object.fromEntries(predicates) as Lifecycle<State, Action>['can'],
    next: (state, action) => (allows(action, state) ? transitions[action].to : null),
    isFinal: (state) => !actions.some((action) => allows(action, state)),
  }
}
