/// The number of letters to insert, delete or change that turn one word into the other.
package func editDistance<Letter: Equatable>(_ first: some Sequence<Letter>, _ second: some Sequence<Letter>) -> Int {
    let second = Array(second)
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for column in second.indices {
            let change = diagonal + (letter == second[column] ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(change, diagonal + 1, row[column] + 1)
        }
    }
    return row[second.count]
}
