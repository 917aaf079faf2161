// Channels for the store's messages. The user's own messages may travel on them too.

/**
 * The name under which threads and processes exchange memory and messages. Its number changes with the layout of the memory
 * and with the messages, so that versions of flakekit that do not understand each other do not meet.
 */
export const NAME = "flakekit/lease/threads/1";

/** A message of the store. */
export type Envelope = Record<typeof NAME, unknown>;

export interface Listener {
  /** Takes the content of a message of the store. The content is not checked. */
  message(content: unknown): void;
  /** Called when the other end is gone. */
  ended(): void;
}

export interface Channel {
  /** Whether shared memory may pass. */
  readonly canShare: boolean;
  /** Sends a message of the store. If that fails, throws or calls `failed`. */
  send(content: unknown, failed: (error: unknown) => void): void;
  /** Listens, until the returned function is called. `keepAlive`: whether this thread must not end meanwhile. */
  listen(listener: Listener, keepAlive: boolean): () => void;
}

/** The interface that ports and workers of the web have in common. */
interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: PortEvent) => void): void;
  removeEventListener(type: "message", listener: (event: PortEvent) => void): void;
  /** Only a MessagePort has this method. */
  start?(): void;
  ref?(): void;
  unref?(): void;
}

interface PortEvent {
  readonly data: unknown;
  stopImmediatePropagation(): void;
}

/** Whether a message is of the store. */
export function isEnvelope(message: unknown): message is Envelope {
  return typeof message === "object" && message !== null && Object.hasOwn(message, NAME);
}

export function isPort(value: unknown): value is Port {
  return hasMethods(value, ["postMessage", "addEventListener", "removeEventListener"]);
}

export function hasMethods(value: unknown, names: readonly string[]): boolean {
  const object = value as Record<string, unknown> | null | undefined;
  return typeof object === "object" && names.every((name) => typeof object?.[name] === "function");
}

/** A channel through a MessagePort, a Worker of the web, or the global scope in such a worker. */
export function portChannel(port: Port): Channel {
  return {
    canShare: true,
    send: (content) => {
      port.postMessage({ [NAME]: content });
    },
    listen: (listener, keepAlive) => {
      const onMessage = (event: PortEvent): void => {
        if (!isEnvelope(event.data)) return;
        // After this call, the user's listeners do not get the message, if they were added later than this listener.
        event.stopImmediatePropagation();
        listener.message(event.data[NAME]);
      };
      port.addEventListener("message", onMessage);
      port.start?.();
      // Workers may have `unref` too, but whether a worker keeps the process alive is for the user to decide.
      if (!keepAlive && port.start) port.unref?.();
      return () => {
        port.removeEventListener("message", onMessage);
      };
    },
  };
}

/** The used part of Node's class `BroadcastChannel`. */
export type BroadcastClass = new (name: string) => {
  postMessage(message: unknown): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  ref?(): void;
  unref?(): void;
};

/** A channel that all threads of a process hear. */
export function broadcastChannel(Broadcast: BroadcastClass): Channel {
  const all = new Broadcast(NAME);
  all.unref?.();
  return {
    canShare: true,
    send: (content) => {
      all.postMessage({ [NAME]: content });
    },
    listen: (listener, keepAlive) => {
      all.onmessage = ({ data }) => {
        if (isEnvelope(data)) listener.message(data[NAME]);
      };
      if (keepAlive) all.ref?.();
      return () => {
        all.onmessage = null;
        all.unref?.();
      };
    },
  };
}
