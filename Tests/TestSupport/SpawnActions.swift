import Foundation

/// The actions of posix_spawn(3) in the child before the program starts.
struct SpawnActions: ~Copyable {
    #if canImport(Darwin)
        private var actions: posix_spawn_file_actions_t?
        private var attributes: posix_spawnattr_t?
    #else
        private var actions = posix_spawn_file_actions_t()
        private var attributes = posix_spawnattr_t()
    #endif

    init(_ changes: [ProgramFiles.Change]) throws {
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        // The test process ignores SIGPIPE, and may have inherited more ignored signals, for example from nohup(1). A
        // child would inherit them; it must see the defaults, as from a shell.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        #if canImport(Darwin)
            flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #endif
        posix_spawnattr_setflags(&attributes, Int16(flags))
        for change in changes {
            let problem = add(change)
            guard problem == 0 else { throw SystemFailure("posix_spawn_file_actions: \(change)", problem) }
        }
    }

    deinit {
        var actions = actions, attributes = attributes
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }

    private mutating func add(_ change: ProgramFiles.Change) -> Int32 {
        switch change {
        case .folder(let path): path.withCString { HiddenFunctions.changeFolder(&actions, $0) }
        case .closed(let number): posix_spawn_file_actions_addclose(&actions, number)
        case .opened(let number, let name, let flags):
            name.withCString { posix_spawn_file_actions_addopen(&actions, number, $0, flags, 0) }
        case .handedOver(let number, let descriptor):
            posix_spawn_file_actions_adddup2(&actions, descriptor.number, number)
        }
    }

    #if canImport(Darwin)
        typealias ActionsPointer = UnsafePointer<posix_spawn_file_actions_t?>
        typealias AttributesPointer = UnsafePointer<posix_spawnattr_t?>
    #else
        typealias ActionsPointer = UnsafePointer<posix_spawn_file_actions_t>
        typealias AttributesPointer = UnsafePointer<posix_spawnattr_t>
    #endif

    borrowing func withPointers<Result>(
        _ body: (ActionsPointer, AttributesPointer) throws -> Result
    ) rethrows -> Result {
        try withUnsafePointer(to: actions) { actions in
            try withUnsafePointer(to: attributes) { attributes in
                try body(actions, attributes)
            }
        }
    }
}
