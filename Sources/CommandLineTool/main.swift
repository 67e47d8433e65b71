import XML2Dict
import Glibc
do {
    let v = CommandLine.arguments.count > 1 ? try XMLReader().read(contentsOf: CommandLine.arguments.last ?? "") : try XMLReader().read(fileDescriptor: 0)
    try v.writeJSON(to: 1, CommandLine.arguments.contains("-c") ? .compact : .pretty)
} catch {
    print(error)
    exit(65)
}
