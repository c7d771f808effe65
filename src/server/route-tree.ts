// Finds what a request is for by the segments of its path. The framework compiles functions for each route it is given, so
// hundreds of them would be a large part of every start; these need none.

interface End<T> {
  value: T
  /** The names of the parameters, in order. */
  names: string[]
}

interface Node<T> {
  children: Map<string, Node<T>>
  /** What follows a parameter. */
  param: Node<T> | undefined
  /** By method: paths that end here, and paths whose last parameter is the rest. */
  ends: Map<string, End<T>>
  rests: Map<string, End<T>>
}

export interface Match<T> {
  value: T
  params: Record<string, string>
}

const newNode = <T>(): Node<T> => ({ children: new Map(), param: undefined, ends: new Map(), rests: new Map() })

/** The path of a request that names a whole address, as proxies get it. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i

export class RouteTree<T> {
  readonly #root = newNode<T>()
  readonly #methods = new Set<string>()
  readonly #maxParamLength: number

  constructor(maxParamLength: number) {
    this.#maxParamLength = maxParamLength
  }

  /** `:name` matches one segment of the path; `:name*` at the end matches the rest. */
  add(methods: readonly string[], path: string, value: T): void {
    const names: string[] = []
    let node = this.#root
    let isRest = false
    for (const segment of path.replace(/\/$/, '').split('/').slice(1)) {
      const name = /^:(\w+)\*?$/.exec(segment)?.[1]
      if (name !== undefined) names.push(name)
      isRest = segment.endsWith('*')
      if (!isRest) node = name === undefined ? childOf(node, segment) : paramOf(node)
    }
    for (const method of methods) {
      this.#methods.add(method)
      ;(isRest ? node.rests : node.ends).set(method, { value, names })
    }
  }

  /** Fixed segments win over parameters, and these over the rest. `url` may have a query. */
  find(method: string, url: string): Match<T> | undefined {
    const segments = segmentsOf(url)
    const values: string[] = []
    const end = segments && this.#walk(this.#root, method, segments, 0, values)
    if (!end) return undefined
    const params: Record<string, string> = {}
    for (const [at, name] of end.names.entries()) params[name] = values[at]!
    return { value: end.value, params }
  }

  /** The methods that something at this path accepts. */
  methodsAt(url: string): string[] {
    return [...this.#methods].filter((method) => this.find(method, url) !== undefined)
  }

  #walk(node: Node<T>, method: string, segments: string[], at: number, values: string[]): End<T> | undefined {
    if (at === segments.length) return node.ends.get(method)
    const segment = segments[at]!
    const child = node.children.get(segment)
    const fixed = child && this.#walk(child, method, segments, at + 1, values)
    if (fixed) return fixed
    if (node.param && segment.length <= this.#maxParamLength) {
      values.push(segment)
      const end = this.#walk(node.param, method, segments, at + 1, values)
      if (end) return end
      values.pop()
    }
    const rest = node.rests.get(method)
    if (rest) values.push(segments.slice(at).join('/'))
    return rest
  }
}

function childOf<T>(node: Node<T>, segment: string): Node<T> {
  const known = node.children.get(segment)
  if (known) return known
  const child = newNode<T>()
  node.children.set(segment, child)
  return child
}

function paramOf<T>(node: Node<T>): Node<T> {
  node.param ??= newNode<T>()
  return node.param
}

/** The decoded segments of the path, without an empty one at its end; undefined if they cannot be decoded. */
function segmentsOf(url: string): string[] | undefined {
  const target = url.startsWith('/') ? url : url.replace(ORIGIN, '')
  const end = target.search(/[?#]/)
  const path = end === -1 ? target : target.slice(0, end)
  const segments = (path.endsWith('/') ? path.slice(0, -1) : path).split('/').slice(1)
  if (!path.includes('%')) return segments
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}
