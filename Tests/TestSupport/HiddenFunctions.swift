import Foundation

/// Functions that every C library in use has, and whose declarations Swift does not see on Linux, because they are there
/// for programs that define `_GNU_SOURCE` only.
enum HiddenFunctions {
    #if canImport(Darwin)
        static func changeFolder(_ actions: inout posix_spawn_file_actions_t?, _ path: UnsafePointer<CChar>) -> Int32 {
            posix_spawn_file_actions_addchdir_np(&actions, path)
        }
    #else
        /// Like pipe(2), and children do not inherit it.
        static func pipe2(_ numbers: inout [Int32], _ flags: Int32) -> Int32 {
            typealias Function = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
            guard let function = find("pipe2", Function.self) else { return missing() }
            return function(&numbers, flags)
        }

        /// Lets a child that will be spawned work in another folder.
        static func changeFolder(_ actions: inout posix_spawn_file_actions_t, _ path: UnsafePointer<CChar>) -> Int32 {
            typealias Function =
                @convention(c) (
                    UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
                ) -> Int32
            guard let function = find("posix_spawn_file_actions_addchdir_np", Function.self) else { return ENOSYS }
            return function(&actions, path)
        }

        private static func find<Function>(_ name: String, _: Function.Type) -> Function? {
            // The types are those of the manual pages.
            dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
        }

        private static func missing() -> Int32 {
            errno = ENOSYS
            return -1
        }
    #endif
}
