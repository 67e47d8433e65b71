import XML2Dict
import XML2DictWriting

/// The seventh task: an edit of a `pom.xml` that keeps all that it does not name.
func editProject() throws {
    var project = try XMLReader(.faithful).read(.string(pom))
    try project.set("2.0.1", at: "project/version")
    let dependencies = project[path: "project/dependencies/dependency"]?.list ?? []
    for (index, dependency) in dependencies.enumerated() where dependency["artifactId"]?.text == "junit" {
        project["project"]?["dependencies"]?["dependency"]?[index]?["version"] = "5.11.0"
    }
    try project.set("UTF-8", at: "project/properties/encoding", creating: true)
    print(try XMLWriter().string(from: project))
}

private let pom = """
    <?xml version="1.0" encoding="UTF-8"?>
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <!-- The version of the release -->
      <version>2.0.0</version>
      <dependencies>
        <dependency><artifactId>guava</artifactId><version>33.0</version></dependency>
        <dependency><artifactId>junit</artifactId><version>4.13</version><scope>test</scope></dependency>
      </dependencies>
    </project>
    """
