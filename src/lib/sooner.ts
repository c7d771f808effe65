// Values that may be there already. Awaiting one that is costs a turn that the busiest paths can do without.

export type Sooner<T> = T | Promise<T>

/** What `use` makes of the value: at once if it is there. */
export const whenThere = <T, U>(value: Sooner<T>, use: (value: T) => Sooner<U>): Sooner<U> =>
  value instanceof Promise ? value.then(use) : use(value)
