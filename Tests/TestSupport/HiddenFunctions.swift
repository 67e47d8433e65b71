import Foundation

/// Functions of every C library in use whose declarations Swift does not see on Linux: the headers declare them only
/// for programs that define `_GNU_SOURCE`.
enum HiddenFunctions {
    #if canImport(Darwin)
        static func changeFolder(_ actions: inout posix_spawn_file_actions_t?, _ path: UnsafePointer<CChar>) -> Int32 {
            posix_spawn_file_actions_addchdir_np(&actions, path)
        }

        static func separateThread() -> Int32 { -1 }

        @discardableResult
        static func closeDescriptors(from number: Int32) -> Int32 { -1 }
    #else
        /// Works like pipe(2); children do not inherit the pipe.
        static func pipe2(_ numbers: inout [Int32], _ flags: Int32) -> Int32 {
            typealias Function = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
            guard let function = find("pipe2", Function.self) else { return missing() }
            return function(&numbers, flags)
        }

        /// Sets the working folder of a child.
        static func changeFolder(_ actions: inout posix_spawn_file_actions_t, _ path: UnsafePointer<CChar>) -> Int32 {
            typealias Function =
                @convention(c) (
                    UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
                ) -> Int32
            guard let function = find("posix_spawn_file_actions_addchdir_np", Function.self) else { return ENOSYS }
            return function(&actions, path)
        }

        /// Gives the thread that calls this its own working folder and its own table of descriptors: unshare(2).
        static func separateThread() -> Int32 {
            guard let function = find("unshare", (@convention(c) (Int32) -> Int32).self) else { return missing() }
            // CLONE_FS and CLONE_FILES.
            return function(0x200 | 0x400)
        }

        /// Closes all descriptors from a number on: close_range(2).
        @discardableResult
        static func closeDescriptors(from number: Int32) -> Int32 {
            typealias Function = @convention(c) (UInt32, UInt32, Int32) -> Int32
            guard let function = find("close_range", Function.self) else { return missing() }
            return function(UInt32(number), UInt32.max, 0)
        }

        private static func find<Function>(_ name: String, _: Function.Type) -> Function? {
            // The types come from the manual pages.
            dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
        }

        private static func missing() -> Int32 {
            errno = ENOSYS
            return -1
        }
    #endif
}
