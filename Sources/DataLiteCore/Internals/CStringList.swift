import Foundation

enum CStringList {
    /// Calls a closure with strings as C strings and their number. A NULL follows the last one.
    static func with<R>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>, Int) -> R
    ) -> R {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        var list: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
        return list.withUnsafeMutableBufferPointer { list in
            // SAFETY: the list has at least one element.
            body(list.baseAddress.unsafelyUnwrapped, strings.count)
        }
    }
}
