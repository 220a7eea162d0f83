/** State machines as data. A table lists each action's source states and target; all predicates derive from it. */

export type Transition<State extends string> = { readonly from: readonly State[]; readonly to: State }

export type Transitions<State extends string, Action extends string> = Readonly<
  Record<Action, Transition<State>>
>

export type Lifecycle<State extends string, Action extends string> = {
  /** `can.release({ state: 'active' })`: whether the action is allowed now. */
  readonly can: Readonly<Record<Action, (entity: { readonly state: State }) => boolean>>
  /** The target state, or `null` when the action is not allowed. */
  next(state: State, action: Action): State | null
  /** Whether no action is possible from this state. */
  isFinal(state: State): boolean
}

export function defineLifecycle<State extends string, Action extends string>(
  transitions: Transitions<State, Action>,
): Lifecycle<State, Action> {
  // Object.keys loses the key type of Record<Action, …>.
  const actions = Object.keys(transitions) as Action[]
  const allows = (action: Action, state: State) => transitions[action].from.includes(state)
  const predicates = actions.map((action) => [
    action,
    ({ state }: { readonly state: State }) => allows(action, state),
  ])
  return {
    // Object.fromEntries loses it too.
    can: Object.fromEntries(predicates) as Lifecycle<State, Action>['can'],
    next: (state, action) => (allows(action, state) ? transitions[action].to : null),
    isFinal: (state) => !actions.some((action) => allows(action, state)),
  }
}
